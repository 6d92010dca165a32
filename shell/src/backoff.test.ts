import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBackoff } from './backoff.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the delay doubles up to the maximum and starts over after a reset', () => {
  const backoff = createBackoff(1_000, 3_000);
  const work = vi.fn();
  const runsAfter = (ms: number) => {
    const before = work.mock.calls.length;
    backoff.schedule(work);
    vi.advanceTimersByTime(ms - 1);
    expect(work).toHaveBeenCalledTimes(before);
    vi.advanceTimersByTime(1);
    expect(work).toHaveBeenCalledTimes(before + 1);
  };
  runsAfter(1_000);
  runsAfter(2_000);
  runsAfter(3_000);
  backoff.reset();
  runsAfter(1_000);
});

test('reset cancels waiting work', () => {
  const backoff = createBackoff(1_000, 3_000);
  const work = vi.fn();
  backoff.schedule(work);
  backoff.reset();
  vi.advanceTimersByTime(10_000);
  expect(work).not.toHaveBeenCalled();
});
