import { type Pass, runInSlices } from './pass.ts';

/**
 * Buffers for the intermediate results of one pass over all entries; passes run one after the other, so one workspace
 * serves many games. Allocating them per pass costs more than the pass itself: page faults, and garbage collections of
 * everything else in memory. What a pass returns never lives here.
 */
export class Workspace {
  private tail: Promise<unknown> = Promise.resolve();
  /** Value of every player by id (`kernel.ts`); lineups hold 16-bit ids. */
  readonly playerValues = new Int32Array(1 << 16);
  /** Keys of a sort. Entries are sorted after they have been scored, so scoring uses the same column first. */
  readonly sortKeys = [createReusedColumn(), createReusedColumn()] as const;
  readonly versions = this.sortKeys[0];
  readonly sortIndices = createReusedColumn();

  /** Runs a pass in slices, after those that were asked for before. */
  run<T>(pass: Pass<T>): Promise<T> {
    const turn = this.tail.then(() => runInSlices(pass));
    this.tail = turn.catch(() => undefined);
    return turn;
  }
}

/** A column with room for `count` numbers; it still holds what was written last. */
type ReusedColumn = (count: number) => Int32Array;

function createReusedColumn(): ReusedColumn {
  let column = new Int32Array(0);
  return (count) => {
    if (column.length < count) column = new Int32Array(Math.max(1024, 2 ** Math.ceil(Math.log2(count))));
    return column.subarray(0, count);
  };
}
