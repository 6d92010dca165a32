import { expect, test } from 'vitest';
import { coalesced } from './coalesced.ts';

const nextTurn = () => new Promise((done) => setImmediate(done));

test('calls during a run are merged into one further run', async () => {
  const finish: (() => void)[] = [];
  const run = coalesced(() => new Promise<void>((done) => finish.push(done)));
  run();
  run();
  run();
  expect(finish).toHaveLength(1);
  finish[0]?.();
  await nextTurn();
  expect(finish).toHaveLength(2);
  finish[1]?.();
  await nextTurn();
  expect(finish).toHaveLength(2);
  run();
  expect(finish).toHaveLength(3);
});

test('runs again after a failure', async () => {
  let runs = 0;
  const run = coalesced(async () => {
    runs += 1;
    throw new Error('down');
  });
  run();
  await nextTurn();
  run();
  expect(runs).toBe(2);
});
