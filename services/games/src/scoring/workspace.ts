import { type Pass, runInSlices } from './pass.ts';

/**
 * Reusable buffers for the intermediate results of a pass over all entries. Passes run one at a time, so a workspace serves many
 * games. Allocation per pass would cost more than the pass itself (page faults, garbage collections). Results of a pass are never
 * stored in a workspace.
 */
export class Workspace {
  private tail: Promise<unknown> = Promise.resolve();
  /** Packed value of every player, by 16-bit id (`kernel.ts`). */
  readonly playerValues = new Int32Array(1 << 16);
  /** Keys of a sort. Scoring precedes sorting and uses the first of them for versions. */
  readonly sortKeys = [createReusedColumn(), createReusedColumn()] as const;
  readonly versions = this.sortKeys[0];
  readonly sortIndices = createReusedColumn();

  /** Runs a pass in slices, after all queued passes. */
  run<T>(pass: Pass<T>): Promise<T> {
    const turn = this.tail.then(() => runInSlices(pass));
    this.tail = turn.catch(() => undefined);
    return turn;
  }
}

/** Returns a column of `count` numbers; its previous contents are kept. */
type ReusedColumn = (count: number) => Int32Array;

function createReusedColumn(): ReusedColumn {
  let column = new Int32Array(0);
  return (count) => {
    if (column.length < count) column = new Int32Array(Math.max(1024, 2 ** Math.ceil(Math.log2(count))));
    return column.subarray(0, count);
  };
}
