import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

test('requests that arrive during a batch share the next batch, in order', async () => {
  const batches: (readonly number[])[] = [];
  const double = createBatcher(
    async (take: () => readonly number[]) => {
      const numbers = take();
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
    async (take: () => readonly number[]) => {
      const numbers = take();
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

test('a batch has all requests that arrive before the work takes them', async () => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const batches: (readonly number[])[] = [];
  const echo = createBatcher(
    async (take: () => readonly number[]) => {
      await begun;
      const numbers = take();
      batches.push(numbers);
      return numbers;
    },
    { maxBatch: 3 },
  );
  const echoed = Promise.all([1, 2, 3, 4].map(echo));
  begin();
  expect(await echoed).toEqual([1, 2, 3, 4]);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

test('work that fails before it takes its requests rejects those that wait', async () => {
  const fail = createBatcher<number, number>(() => Promise.reject(new Error('no')), { maxBatch: 2 });
  const results = await Promise.allSettled([1, 2, 3].map(fail));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});
