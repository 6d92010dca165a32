import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryCounts } from './client-limits.ts';
import { createFailureBlock } from './limits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LOGIN = { name: 'login', seconds: 900, message: 'Too many failed sign-ins.' };

test('a key is blocked after its failures; other keys are not', async () => {
  const block = createFailureBlock(createMemoryCounts(), { ...LOGIN, failures: 3 });
  for (let failure = 0; failure < 2; failure++) await block.count('a');
  await expect(block.check('a')).resolves.toBeUndefined();
  await block.count('a');
  await expect(block.check('a')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 900 });
  await expect(block.check('b')).resolves.toBeUndefined();
});

test('a block lasts for the full time after the last failure', async () => {
  const block = createFailureBlock(createMemoryCounts(), { ...LOGIN, failures: 2 });
  await block.count('a');
  vi.advanceTimersByTime(800_000);
  await block.count('a');
  vi.advanceTimersByTime(800_000);
  await expect(block.check('a')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 100 });
  vi.advanceTimersByTime(101_000);
  await expect(block.check('a')).resolves.toBeUndefined();
  await block.count('a');
  await expect(block.check('a')).resolves.toBeUndefined();
});
