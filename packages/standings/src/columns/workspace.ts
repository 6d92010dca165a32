/**
 * Reusable buffers for intermediate results, one set per thread: allocation would cost more than the computations (page faults,
 * garbage collections). Their contents are undefined.
 */
export class Workspace {
  /** Packed value of every player, by 16-bit id (`kernel.ts`). */
  readonly playerValues = new Int32Array(1 << 16);
  readonly versions = createReusedColumn();
  readonly sortColumns = createSortColumns();
}

/** Returns a column of `count` numbers. */
export type ReusedColumn = (count: number) => Int32Array;

/** Creates five columns to return in turns: a pass of a sort reads and writes four, and the next sort starts with one more. */
export function createSortColumns(): ReusedColumn {
  const columns = Array.from({ length: 5 }, createReusedColumn);
  let turn = 0;
  return (count) => {
    turn = (turn + 1) % columns.length;
    return columns[turn]!(count);
  };
}

function createReusedColumn(): ReusedColumn {
  let column = new Int32Array(0);
  return (count) => {
    if (column.length < count) column = new Int32Array(count + (count >> 3));
    return column.subarray(0, count);
  };
}
