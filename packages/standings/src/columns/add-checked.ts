/** Adds to a column. @throws RangeError when the sum exceeds 32 bits and would wrap around */
export function addChecked(column: Int32Array, index: number, amount: number): void {
  const sum = column[index]! + amount;
  column[index] = sum;
  if (column[index] !== sum) throw new RangeError(`the sum ${sum} of entry ${index + 1} exceeds 32 bits`);
}
