import { describe, expect, test, vi } from 'vitest';
import { addressKey, createMemoryCounts, createRateLimit, siteKey } from './client-limits.ts';

describe('rate limits', () => {
  test('a rate limit admits exactly its points, even for concurrent requests', async () => {
    const limit = createRateLimit(createMemoryCounts(), { name: 'test', points: 5, seconds: 60 });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => limit.take('0xa')));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(5);
    await expect(limit.take('0xa')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: expect.any(Number),
    });
    await expect(limit.take('0xb')).resolves.toBeUndefined();
  });

  test('a window ends after its seconds, and the next one has all points', async () => {
    vi.useFakeTimers();
    const limit = createRateLimit(createMemoryCounts(), { name: 'test', points: 1, seconds: 60 });
    await limit.take('a');
    vi.advanceTimersByTime(59_500);
    await expect(limit.take('a')).rejects.toMatchObject({ retryAfter: 1 });
    vi.advanceTimersByTime(600);
    await expect(limit.take('a')).resolves.toBeUndefined();
    await expect(limit.take('a')).rejects.toMatchObject({ retryAfter: 60 });
    vi.useRealTimers();
  });

  test('limits share the memory, count separately, and forget the keys that were used least recently', async () => {
    const counts = createMemoryCounts(3);
    const [one, other] = ['one', 'other'].map((name) =>
      createRateLimit(counts, { name, points: 1, seconds: 60 }),
    );
    await one!.take('a');
    await expect(other!.take('a')).resolves.toBeUndefined();
    for (const key of ['b', 'c']) await one!.take(key);
    await expect(one!.take('c')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(one!.take('a')).resolves.toBeUndefined();
  });

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('addressKey counts %s as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  test.each([
    ['203.0.113.7', null],
    ['::ffff:203.0.113.7', null],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['not an address', null],
  ])('S21 the site of %s is %s', (address, key) => {
    expect(siteKey(address)).toBe(key);
  });
});
