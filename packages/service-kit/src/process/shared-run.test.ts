import { expect, test } from 'vitest';
import { createSharedRun } from './shared-run.ts';

test('calls before the start of a run share it, and calls during it share the next run', async () => {
  let runs = 0;
  let running = 0;
  const during: Promise<number>[] = [];
  const run: () => Promise<number> = createSharedRun(async () => {
    running += 1;
    expect(running).toBe(1);
    runs += 1;
    const number = runs;
    if (number === 1) during.push(run(), run());
    await Promise.resolve();
    running -= 1;
    return number;
  });
  expect(await Promise.all([run(), run()])).toEqual([1, 1]);
  expect(await Promise.all(during)).toEqual([2, 2]);
  expect(await run()).toBe(3);
});

test('a failed run rejects only its own calls', async () => {
  let runs = 0;
  const during: Promise<number>[] = [];
  const run: () => Promise<number> = createSharedRun(async () => {
    runs += 1;
    if (runs > 1) return runs;
    during.push(run());
    throw new Error('first');
  });
  const results = await Promise.allSettled([run(), run()]);
  for (const result of results) expect(result).toMatchObject({ reason: new Error('first') });
  expect(await Promise.all(during)).toEqual([2]);
});
