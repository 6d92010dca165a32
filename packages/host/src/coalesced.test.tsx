import { expect, it } from 'vitest';
import { coalesced } from './coalesced.tsx';

it('runs at once, and once more for everything that was asked while it ran', async () => {
  const ends: (() => void)[] = [];
  const run = coalesced(() => new Promise<void>((end) => ends.push(end)));
  const turn = () => new Promise((done) => setImmediate(done));
  run();
  run();
  run();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await turn();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await turn();
  expect(ends).toHaveLength(2);
  run();
  expect(ends).toHaveLength(3);
});

it('goes on after a failure', async () => {
  let runs = 0;
  const run = coalesced(async () => {
    runs += 1;
    throw new Error('down');
  });
  run();
  await new Promise((done) => setImmediate(done));
  run();
  expect(runs).toBe(2);
});
