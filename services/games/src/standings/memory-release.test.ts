import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectAll, collectMinor, createIdleCollector } from './memory-release.ts';

/** Enough entries for a collection. */
const MANY = 100_000;

/** Creates an unreferenced object in the old generation. */
function leftBehind(): WeakRef<object> {
  const left = { column: new Uint8Array(1_000) };
  for (let times = 0; times < 3; times += 1) collectMinor();
  return new WeakRef(left);
}

it('a full collection frees the old generation', async () => {
  const left = leftBehind();
  // A weak reference keeps its target alive until the current job ends.
  await new Promise((resolve) => setImmediate(resolve));
  collectAll();
  expect(left.deref()).toBeUndefined();
});

describe('replaced columns', () => {
  let freed: number;
  let replace: (entries: number) => void;

  beforeEach(() => {
    vi.useFakeTimers();
    freed = 0;
    replace = createIdleCollector(() => {
      freed += 1;
    });
  });
  afterEach(() => void vi.useRealTimers());

  it('replaced columns are collected once, when none has been replaced for a while', () => {
    replace(MANY);
    vi.advanceTimersByTime(1_500);
    replace(1);
    vi.advanceTimersByTime(1_500);
    expect(freed).toBe(0);
    vi.advanceTimersByTime(10_000);
    expect(freed).toBe(1);
  });

  it('a few replaced columns are left to V8', () => {
    replace(MANY / 2);
    vi.advanceTimersByTime(10_000);
    expect(freed).toBe(0);
    replace(MANY / 2);
    vi.advanceTimersByTime(10_000);
    replace(MANY / 2);
    vi.advanceTimersByTime(10_000);
    expect(freed).toBe(1);
  });
});
