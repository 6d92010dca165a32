import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

test('what comes while others are answered shares the next round, in its order', async () => {
  const rounds: (readonly number[])[] = [];
  const doubled = createBatcher(
    async (numbers: readonly number[]) => {
      rounds.push(numbers);
      await Promise.resolve();
      return numbers.map((number) => 2 * number);
    },
    { most: 3 },
  );
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map(doubled))).toEqual([2, 4, 6, 8, 10, 12]);
  expect(rounds).toEqual([[1], [2, 3, 4], [5, 6]]);
  expect(await doubled(7)).toBe(14);
});

test('a round that fails fails its requests alone', async () => {
  const odd = createBatcher(
    async (numbers: readonly number[]) => {
      if (numbers.includes(2)) throw new Error('two');
      return numbers;
    },
    { most: 2 },
  );
  const [first, second, third, fourth] = await Promise.allSettled([1, 2, 3, 4].map(odd));
  expect(first).toMatchObject({ value: 1 });
  for (const failed of [second, third]) expect(failed).toMatchObject({ reason: new Error('two') });
  expect(fourth).toMatchObject({ value: 4 });
});
