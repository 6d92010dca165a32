import { expect, test } from 'vitest';
import { createAttempt, keepDoing } from './keep-doing.ts';
import { createLog } from './log.ts';

const failure = 'task failed; will retry';

/** Creates a log that keeps its lines, without times. */
function createRecordedLog() {
  const lines: { msg: string; error: string }[] = [];
  const write = (line: string) => {
    const { msg, err } = JSON.parse(line);
    lines.push({ msg, error: err?.message });
  };
  return { lines, log: createLog('test', 'info', { destination: { write } }) };
}

test('a background task that keeps failing logs each cause once, and again after a run that worked', async () => {
  const { lines, log } = createRecordedLog();
  const ending = new AbortController();
  const results = ['down', 'down', 'down', 'full', 'full', null, 'full', null];
  await keepDoing({ signal: ending.signal, log, failure, pause: async () => {} }, async () => {
    const error = results.shift();
    if (results.length === 0) ending.abort();
    if (error) throw new Error(error);
  });
  expect(lines).toEqual(['down', 'full', 'full'].map((error) => ({ msg: failure, error })));
});

test('a step of a job that keeps failing is logged once, its recovery too, and other steps still run', async () => {
  const { lines, log } = createRecordedLog();
  const attempt = createAttempt({ signal: new AbortController().signal, log, failure });
  const fail = async () => {
    throw new Error('down');
  };
  expect([
    await attempt('one', fail),
    await attempt('one', fail),
    await attempt('two', async () => 2),
  ]).toEqual([null, null, 2]);
  expect(await attempt('one', async () => 1)).toBe(1);
  expect(lines).toEqual([
    { msg: failure, error: 'down' },
    { msg: 'step recovered', error: undefined },
  ]);
});

test('a job that is ending runs no step and logs no failure', async () => {
  const { lines, log } = createRecordedLog();
  const ending = new AbortController();
  const attempt = createAttempt({ signal: ending.signal, log, failure });
  const step = async () => {
    ending.abort();
    throw new Error('down');
  };
  expect(await attempt('one', step)).toBeNull();
  let runs = 0;
  await attempt('two', async () => (runs += 1));
  await keepDoing({ signal: ending.signal, log, failure }, async () => (runs += 1));
  expect(runs).toBe(0);
  expect(lines).toEqual([]);
});
