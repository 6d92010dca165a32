import { describe, expect, test } from 'vitest';
import { addressKey, createRateLimit, siteKey } from './rate-limit.ts';

describe('rate limits', () => {
  test('admits exactly its points, even for concurrent requests', async () => {
    const limit = createRateLimit({ points: 5, seconds: 60 });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => limit.take('0xa')));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(5);
    await expect(limit.take('0xa')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: expect.any(Number),
    });
    await expect(limit.take('0xb')).resolves.toBeUndefined();
  });

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('counts %s as %s', (address, key) => {
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
