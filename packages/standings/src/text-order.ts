/** Reads part of a row's text as a number from 1 to 2^24 that compares like its bytes; 0 after its end. */
export type ReadWord = (row: number, word: number) => number;

/** Up to this many rows, comparing texts is faster than sorting words. */
const SMALL = 12;

/** Sorts rows by their texts, in place and stably. Sorts natively by one word at a time. */
export function sortByText(rows: Int32Array, read: ReadWord, from = 0): void {
  if (rows.length <= SMALL) {
    const places = new Map([...rows].map((row, place) => [row, place]));
    rows.sort((a, b) => compareTexts(a, b, read, from) || places.get(a)! - places.get(b)!);
    return;
  }
  for (let word = from; ; word += 1) {
    const packed = new Uint32Array(rows.length * 2);
    let [min, max] = [2 ** 32, 0];
    for (let place = 0; place < rows.length; place += 1) {
      const value = read(rows[place]!, word);
      packed[2 * place] = place;
      packed[2 * place + 1] = value;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    if (max === 0) return;
    if (min === max) continue;
    new BigUint64Array(packed.buffer).sort();
    const before = rows.slice();
    for (let place = 0; place < rows.length; place += 1) rows[place] = before[packed[2 * place]!]!;
    for (const tied of findTies(rows, packed)) sortByText(tied, read, word + 1);
    return;
  }
}

/** Finds runs of rows with the same word. */
function* findTies(rows: Int32Array, packed: Uint32Array): Generator<Int32Array> {
  for (let first = 0; first < rows.length; ) {
    let end = first + 1;
    while (end < rows.length && packed[2 * end + 1] === packed[2 * first + 1]) end += 1;
    if (end - first > 1) yield rows.subarray(first, end);
    first = end;
  }
}

function compareTexts(a: number, b: number, read: ReadWord, from: number): number {
  for (let word = from; ; word += 1) {
    const [left, right] = [read(a, word), read(b, word)];
    if (left !== right || left === 0) return left - right;
  }
}
