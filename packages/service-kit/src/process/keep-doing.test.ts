import { afterEach, expect, test, vi } from 'vitest';
import { createAttempt, keepDoing } from './keep-doing.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';

const failure = 'task failed; will retry';

afterEach(() => void vi.useRealTimers());

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

test('a task that runs every hour is repeated a minute after a failed run', async () => {
  const { log } = createRecordedLog();
  const ending = new AbortController();
  const pauses: number[] = [];
  const pause = async (ms: number) => {
    if (pauses.push(ms) === 2) ending.abort();
  };
  await keepDoing({ signal: ending.signal, log, failure, pauseMs: 3_600_000, pause }, async () => {
    if (pauses.length === 0) throw new Error('down');
  });
  expect(pauses).toEqual([60_000, 3_600_000]);
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

test('a step that keeps failing is logged again after five minutes and when its cause changes, with the current error', async () => {
  vi.useFakeTimers();
  const { lines, log } = createRecordedLog();
  const ending = new AbortController();
  const attempt = createAttempt({ signal: ending.signal, log, failure });
  const fail = (error: string) =>
    attempt('one', async () => {
      throw new Error(error);
    });
  await fail('down');
  await fail('full');
  vi.advanceTimersByTime(5 * 60_000 - 1);
  await fail('full');
  expect(lines.map(({ error }) => error)).toEqual(['down', 'full']);
  vi.advanceTimersByTime(1);
  await fail('full');
  expect(lines.map(({ error }) => error)).toEqual(['down', 'full', 'full']);
  ending.abort();
});

test('a metric has a failing task and its failing steps until they work, are no longer tried, or their job ends', async () => {
  vi.useFakeTimers();
  const { log } = createRecordedLog();
  const metrics = createMetrics('test', { defaults: true });
  const readFailing = async () =>
    [...(await metrics.text()).matchAll(/^background_failing\{.*step="(.*)",.*\} (.)$/gm)].map(
      ([, step, value]) => `${step} ${value}`,
    );
  const ending = new AbortController();
  const job = { signal: ending.signal, log, failure };
  const attempt = createAttempt(job);
  const fail = async () => {
    throw new Error('down');
  };
  const seen: string[][] = [];
  const rounds = [
    async () => {
      await attempt('one', fail);
      await attempt('two', fail);
      await fail();
    },
    () => attempt('one', async () => 1),
    async () => void vi.advanceTimersByTime(3 * 60_000),
    fail,
  ];
  const pause = async () => {
    seen.push(await readFailing());
    if (rounds.length === 0) ending.abort();
  };
  await keepDoing({ ...job, fields: { job: 'prizes' }, pause }, () => rounds.shift()!());
  expect(seen).toEqual([['one 1', 'two 1', 'prizes 1'], ['two 1'], [], ['prizes 1']]);
  expect(await readFailing()).toEqual([]);
});
