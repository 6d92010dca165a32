import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freeAll, freeWhenCalm, freeYoung } from './garbage.ts';

/** Entries whose columns are worth a collection. */
const MANY = 100_000;
const MEGABYTES = 1_000_000;
const SIZE = 40 * MEGABYTES;

const held = () => process.memoryUsage().arrayBuffers;

/** V8 gives the memory back on another thread. */
const isFreed = (before: number) => expect.poll(() => held() - before).toBeLessThan(SIZE / 2);

/** A column that has survived enough collections to be no longer young, and that nobody holds any more. */
function leaveOldColumn(): number {
  const before = held();
  const holder: { column?: Uint8Array } = { column: new Uint8Array(SIZE) };
  for (let times = 0; times < 3; times += 1) freeYoung();
  delete holder.column;
  freeYoung();
  return before;
}

describe('garbage', () => {
  it('that is old is freed with everything, not with what is young', async () => {
    const before = leaveOldColumn();
    expect(held() - before).toBeGreaterThan(SIZE / 2);
    freeAll();
    await isFreed(before);
  });

  describe('of replaced columns', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it('is freed once nothing has been replaced for a while', async () => {
      const before = leaveOldColumn();
      freeWhenCalm(MANY);
      vi.advanceTimersByTime(1_500);
      freeWhenCalm(1);
      vi.advanceTimersByTime(1_500);
      expect(held() - before).toBeGreaterThan(SIZE / 2);
      vi.advanceTimersByTime(500);
      await isFreed(before);
    });

    it('is left to V8 while it is little', async () => {
      const before = leaveOldColumn();
      freeWhenCalm(MANY / 2);
      vi.advanceTimersByTime(2_000);
      expect(held() - before).toBeGreaterThan(SIZE / 2);
      freeWhenCalm(MANY / 2);
      vi.advanceTimersByTime(2_000);
      await isFreed(before);
    });
  });
});
