import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/**
 * Reads a row's text as 32-bit words that compare like its bytes; 0 after its end. Four zero bytes therefore end a text;
 * random ids do not contain them.
 */
export type WordOf = (row: number, word: number) => number;

/** Up to this many rows, insertion sort is faster than sorting words. */
const SMALL = 12;

/** Time after which the event loop runs again. */
const MAX_SLICE_MS = 10;

/**
 * Sorts rows by their texts, in place and stably. Sorts natively by four bytes at a time and yields to the event loop
 * between groups of equal words.
 */
export async function sortByText(rows: Int32Array, wordOf: WordOf): Promise<void> {
  const sorted = sortByWord(rows, wordOf, 0);
  if (!sorted) return;
  let since = performance.now();
  for (const tied of findTies(rows, sorted.packed)) {
    sortTied(tied, wordOf, sorted.word + 1);
    if (performance.now() - since < MAX_SLICE_MS) continue;
    await yieldToEventLoop();
    since = performance.now();
  }
}

function sortTied(rows: Int32Array, wordOf: WordOf, from: number): void {
  if (rows.length <= SMALL) {
    insertionSort(rows, wordOf, from);
    return;
  }
  const sorted = sortByWord(rows, wordOf, from);
  if (!sorted) return;
  for (const tied of findTies(rows, sorted.packed)) sortTied(tied, wordOf, sorted.word + 1);
}

/** Sorts by the first word that differs; `packed` holds that word at odd indices. Null when all texts are equal. */
function sortByWord(rows: Int32Array, wordOf: WordOf, from: number) {
  for (let word = from; ; word += 1) {
    const packed = new Uint32Array(rows.length * 2);
    let min = 0xffffffff;
    let max = 0;
    for (let place = 0; place < rows.length; place += 1) {
      const value = wordOf(rows[place]!, word);
      packed[2 * place] = place;
      packed[2 * place + 1] = value;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    if (max === 0) return null;
    if (min === max) continue;
    new BigUint64Array(packed.buffer).sort();
    const before = rows.slice();
    for (let place = 0; place < rows.length; place += 1) rows[place] = before[packed[2 * place]!]!;
    return { packed, word };
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

function insertionSort(rows: Int32Array, wordOf: WordOf, from: number): void {
  for (let place = 1; place < rows.length; place += 1) {
    const row = rows[place]!;
    let at = place;
    while (at > 0 && compareTexts(rows[at - 1]!, row, wordOf, from) > 0) {
      rows[at] = rows[at - 1]!;
      at -= 1;
    }
    rows[at] = row;
  }
}

/** Compares two rows' texts; negative when the text of `a` comes first. */
export function compareTexts(a: number, b: number, wordOf: WordOf, from = 0): number {
  for (let word = from; ; word += 1) {
    const [left, right] = [wordOf(a, word), wordOf(b, word)];
    if (left !== right) return left - right;
    if (left === 0) return 0;
  }
}

/** Merges sorted rows into an order. */
export function mergeOrders(
  order: Int32Array,
  more: Int32Array,
  compare: (a: number, b: number) => number,
): Int32Array {
  const into = new Int32Array(order.length + more.length);
  let taken = 0;
  for (let place = 0; place < more.length; place += 1) {
    const at = findFirst(order, taken, (row) => compare(row, more[place]!) > 0);
    into.set(order.subarray(taken, at), taken + place);
    into[at + place] = more[place]!;
    taken = at;
  }
  into.set(order.subarray(taken), taken + more.length);
  return into;
}

function findFirst(order: Int32Array, from: number, isAfter: (row: number) => boolean): number {
  let [low, high] = [from, order.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAfter(order[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
