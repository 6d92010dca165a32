import { expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

it('S20 a semaphore limits concurrent tasks, queues others in order, and rejects tasks when the queue is full', async () => {
  const semaphore = createSemaphore(2, 3);
  const ends: ((value: number) => void)[] = [];
  const started: number[] = [];
  const run = (n: number) =>
    semaphore.run(() => {
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

it('S20 a failed task releases its permit', async () => {
  const semaphore = createSemaphore(1, 1);
  await expect(semaphore.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await semaphore.run(async () => 'next')).toBe('next');
});
