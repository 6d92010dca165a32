import { afterEach, expect, test, vi } from 'vitest';
import { coalesce, LIVE_JITTER_MS } from './coalesce.ts';

const IMMEDIATE = 0;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const nextTurn = () => new Promise((done) => setImmediate(done));

test('calls during a run are merged into one further run', async () => {
  const finish: (() => void)[] = [];
  const run = coalesce(() => new Promise<void>((done) => finish.push(done)), IMMEDIATE);
  run();
  await nextTurn();
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
  await nextTurn();
  expect(finish).toHaveLength(3);
});

test('a call after a failed run starts a new run', async () => {
  let runs = 0;
  const run = coalesce(async () => {
    runs += 1;
    throw new Error('down');
  }, IMMEDIATE);
  run();
  await nextTurn();
  run();
  await nextTurn();
  expect(runs).toBe(2);
});

test('S8 hundreds of messages during a slow request cause one further request, and the last one is never lost', async () => {
  vi.useFakeTimers();
  const startedAt = performance.now();
  const runs: number[] = [];
  const run = coalesce(async () => {
    runs.push(performance.now() - startedAt);
    await new Promise((done) => setTimeout(done, 5_000));
  });
  for (let message = 0; message < 500; message += 1) {
    run();
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(20_000);
  expect(runs).toHaveLength(2);
  expect(runs[0]).toBeLessThanOrEqual(LIVE_JITTER_MS);
  expect(runs[1]).toBeGreaterThanOrEqual(5_000);
});

test('a goal right after another message is refetched within the jitter', async () => {
  vi.useFakeTimers();
  const runs: number[] = [];
  const run = coalesce(async () => void runs.push(performance.now()));
  run();
  await vi.advanceTimersByTimeAsync(LIVE_JITTER_MS);
  expect(runs).toHaveLength(1);
  run();
  await vi.advanceTimersByTimeAsync(LIVE_JITTER_MS);
  expect(runs).toHaveLength(2);
});

test('a refetch waits until no replica responds with data from before the message', async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  let runs = 0;
  coalesce(async () => void runs++)();
  await vi.advanceTimersByTimeAsync(199);
  expect(runs).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(1);
});

test('a message shortly before a refetch causes another one, when no replica responds with older data', async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const startedAt = performance.now();
  const runs: number[] = [];
  const run = coalesce(async () => void runs.push(performance.now() - startedAt));
  run();
  await vi.advanceTimersByTimeAsync(199);
  run();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toEqual([200, 400]);
});

test('a message long enough before a refetch is part of it', async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const runs: number[] = [];
  const run = coalesce(async () => void runs.push(performance.now()));
  run();
  await vi.advanceTimersByTimeAsync(LIVE_JITTER_MS - 200);
  run();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(runs).toHaveLength(1);
});

test.each([LIVE_JITTER_MS, 150])(
  'S8 browsers that receive the same message refetch at different times within %i ms',
  async (jitterMs) => {
    vi.useFakeTimers();
    const startedAt = performance.now();
    const at = new Set<number>();
    for (let browser = 0; browser < 50; browser += 1)
      coalesce(async () => void at.add(Math.round(performance.now() - startedAt)), jitterMs)();
    await vi.advanceTimersByTimeAsync(jitterMs + 1);
    expect(at.size).toBeGreaterThan(10);
  },
);
