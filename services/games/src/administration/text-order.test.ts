import { expect, it } from 'vitest';
import { compareTexts, mergeOrders, sortByText } from './text-order.ts';

const bytes = (text: string) => Buffer.from(text);
const wordsOf = (texts: readonly string[]) => (row: number, word: number) => {
  const four = Buffer.alloc(4);
  bytes(texts[row]!).copy(four, 0, word * 4, word * 4 + 4);
  return four.readUInt32BE();
};
const rowsOf = (texts: readonly string[]) => Int32Array.from(texts, (_, row) => row);

it('rows are sorted stably by their bytes, and new rows are merged in order', async () => {
  const words = ['', 'a', 'ab', 'abcd', 'abcde', 'żółw', '🦉', 'team', 'Team'];
  const texts = Array.from({ length: 2_000 }, (_, n) => `${words[n % 9]}${(n * 7919) % 131}${words[n % 5]}`);
  const wordOf = wordsOf(texts);
  const compare = (a: number, b: number) => Buffer.compare(bytes(texts[a]!), bytes(texts[b]!)) || a - b;
  const expected = rowsOf(texts).sort(compare);
  const order = rowsOf(texts);
  await sortByText(order, wordOf);
  expect(order).toEqual(expected);
  const known = expected.filter((row) => row < 1_900);
  const more = expected.filter((row) => row >= 1_900);
  const byText = (a: number, b: number) => compareTexts(a, b, wordOf) || a - b;
  expect(mergeOrders(known, more, byText)).toEqual(expected);
});
