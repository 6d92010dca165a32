import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTimedRead } from './timed-read.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a timed read', () => {
  it('shares one result until it is too old for the caller', async () => {
    let loads = 0;
    const { read } = createTimedRead(1_000, async () => ++loads);
    expect(await Promise.all([read(), read()])).toEqual([1, 1]);
    vi.advanceTimersByTime(999);
    expect(await read()).toBe(1);
    expect(await read(500)).toBe(2);
    vi.advanceTimersByTime(1_000);
    expect(await read()).toBe(3);
  });

  it('reads again after it was forgotten, also while the previous read runs', async () => {
    const responses: ((value: string) => void)[] = [];
    const { read, forget } = createTimedRead(
      1_000,
      () => new Promise<string>((done) => responses.push(done)),
    );
    const before = read();
    forget();
    const after = read();
    responses[0]!('old');
    responses[1]!('new');
    expect(await Promise.all([before, after, read()])).toEqual(['old', 'new', 'new']);
  });

  it('keeps no failure, and rejects every call that shared it', async () => {
    let loads = 0;
    const { read } = createTimedRead(1_000, async () => {
      loads += 1;
      if (loads === 1) throw new Error('no connection');
      return loads;
    });
    const failed = await Promise.allSettled([read(), read()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await read()).toBe(2);
  });
});
