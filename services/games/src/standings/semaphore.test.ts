import { expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

it('S20 runs so many tasks at once, the others in turn, and refuses what would wait too long', async () => {
  const slots = createSemaphore(2, 3);
  const ends: ((value: number) => void)[] = [];
  const started: number[] = [];
  const run = (n: number) =>
    slots.run(() => {
      started.push(n);
      return new Promise<number>((end) => {
        ends[n] = end;
      });
    });
  const tasks = [0, 1, 2, 3, 4].map(run);
  expect(started).toEqual([0, 1]);
  await expect(run(5)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryAfter: 2 });
  for (const [n, task] of tasks.entries()) {
    ends[n]!(n);
    expect(await task).toBe(n);
    expect(started).toEqual([0, 1, 2, 3, 4].slice(0, n + 3));
  }
});

it('S20 a task that fails leaves its slot', async () => {
  const slots = createSemaphore(1, 1);
  await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await slots.run(async () => 'next')).toBe('next');
});
