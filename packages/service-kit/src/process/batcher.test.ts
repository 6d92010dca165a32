import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

test('requests that arrive during a batch share the next batch, in order', async () => {
  const batches: (readonly number[])[] = [];
  const double = createBatcher(
    async (numbers: readonly number[]) => {
      batches.push(numbers);
      await Promise.resolve();
      return numbers.map((number) => 2 * number);
    },
    { maxBatch: 3 },
  );
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map(double))).toEqual([2, 4, 6, 8, 10, 12]);
  expect(batches).toEqual([[1], [2, 3, 4], [5, 6]]);
  expect(await double(7)).toBe(14);
});

test('a failing batch rejects only its own requests', async () => {
  const failOnTwo = createBatcher(
    async (numbers: readonly number[]) => {
      if (numbers.includes(2)) throw new Error('two');
      return numbers;
    },
    { maxBatch: 2 },
  );
  const [first, second, third, fourth] = await Promise.allSettled([1, 2, 3, 4].map(failOnTwo));
  expect(first).toMatchObject({ value: 1 });
  for (const failed of [second, third]) expect(failed).toMatchObject({ reason: new Error('two') });
  expect(fourth).toMatchObject({ value: 4 });
});
