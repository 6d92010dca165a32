import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, expect, test, vi } from 'vitest';
import { createFailureBlock } from './failure-block.ts';

afterEach(() => void vi.useRealTimers());

test('a key is blocked after its failures; other keys are not', async () => {
  const block = createFailureBlock(new RateLimiterMemory({ points: 3, duration: 900 }));
  for (let failure = 0; failure < 2; failure++) await block.count('a');
  await expect(block.check('a')).resolves.toBeUndefined();
  await block.count('a');
  await expect(block.check('a')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 900 });
  await expect(block.check('b')).resolves.toBeUndefined();
});

test('a block lasts for the full time after the last failure', async () => {
  vi.useFakeTimers();
  const block = createFailureBlock(new RateLimiterMemory({ points: 2, duration: 900 }));
  await block.count('a');
  await vi.advanceTimersByTimeAsync(800_000);
  await block.count('a');
  await vi.advanceTimersByTimeAsync(800_000);
  await expect(block.check('a')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 100 });
  await vi.advanceTimersByTimeAsync(101_000);
  await expect(block.check('a')).resolves.toBeUndefined();
});
