/**
 * Buffers for the intermediate results of one pass over all entries; a pass is synchronous, so one workspace serves a whole
 * process. Allocating them per pass costs more than the pass itself: page faults, and garbage collections of everything
 * else in memory. What a pass returns never lives here.
 */
export class Workspace {
  /** Value of every player by id (`kernel.ts`); lineups hold 16-bit ids. */
  readonly playerValues = new Int32Array(1 << 16);
  readonly versions = reusedColumn();
  readonly indices = reusedColumn();
  readonly byGross = reusedColumn();
  readonly sortIndices = [reusedColumn(), reusedColumn()] as const;
  readonly sortKeys = [reusedColumn(), reusedColumn()] as const;
}

/** A column with room for `count` numbers; it still holds what was written last. */
type ReusedColumn = (count: number) => Int32Array;

function reusedColumn(): ReusedColumn {
  let column = new Int32Array(0);
  return (count) => {
    if (column.length < count) column = new Int32Array(Math.max(1024, 2 ** Math.ceil(Math.log2(count))));
    return column.subarray(0, count);
  };
}

/** The same values in a larger array. */
export function grown<A extends { set(values: A): void }>(old: A, larger: A): A {
  larger.set(old);
  return larger;
}
