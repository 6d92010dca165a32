/**
 * A column for numbers that are forgotten before the pass that writes them returns. A new one per pass would cost more than
 * the pass: page faults, and collections of everything else that is in memory.
 * @returns gives the column with room for `count` numbers; what it holds is what was written last
 */
export function reusedColumn(): (count: number) => Int32Array {
  let column = new Int32Array(0);
  return (count) => {
    if (column.length < count) column = new Int32Array(Math.max(1024, 2 ** Math.ceil(Math.log2(count))));
    return column.subarray(0, count);
  };
}
