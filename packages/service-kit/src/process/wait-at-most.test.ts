import { expect, test } from 'vitest';
import { waitAtMost } from './wait-at-most.ts';

const never = () => new Promise<never>(() => {});

test('the result is that of the work, also when it fails', async () => {
  expect(await waitAtMost(60_000, Promise.resolve(1))).toBe(1);
  await expect(waitAtMost(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('the result is null once the time is over, and a later failure is ignored', async () => {
  expect(await waitAtMost(1, never())).toBeNull();
  let fail = (_: Error) => {};
  const work = new Promise<never>((_, reject) => {
    fail = reject;
  });
  expect(await waitAtMost(1, work)).toBeNull();
  fail(new Error('too late'));
});
