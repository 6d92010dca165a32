import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectAll, collectMinor, createIdleCollector } from './memory-release.ts';

/** Entries whose columns are worth a collection. */
const MANY = 100_000;

/** An object that has survived enough collections to be no longer young, and that nobody holds any more. */
function leftBehind(): WeakRef<object> {
  const left = { column: new Uint8Array(1_000) };
  for (let times = 0; times < 3; times += 1) collectMinor();
  return new WeakRef(left);
}

it('garbage that is old is freed with everything', async () => {
  const left = leftBehind();
  // V8 keeps what a weak reference names until the turn that made it ends.
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

  it('are freed once, when none has been replaced for a while', () => {
    replace(MANY);
    vi.advanceTimersByTime(1_500);
    replace(1);
    vi.advanceTimersByTime(1_500);
    expect(freed).toBe(0);
    vi.advanceTimersByTime(10_000);
    expect(freed).toBe(1);
  });

  it('are left to V8 while they are few', () => {
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
