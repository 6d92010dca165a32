import { createTestDatabase } from '@touchline/local-stack/testing';
import { expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { createSharedCounts } from './shared-counts.ts';

const suite = gatewaySuite(createTestDatabase);

test('S21 takes that share a statement are counted individually, across two replicas', async () => {
  const replicas = [createSharedCounts(suite.db), createSharedCounts(suite.db)];
  const end = Date.now() + 60_000;
  const keys = ['many a', 'many b', 'many c'];
  const takes = Array.from({ length: 300 }, (_, n) => ({ key: keys[n % 3]!, replica: replicas[n % 2]! }));
  const taken = await Promise.all(
    takes.map(async ({ key, replica }) => ({ key, ...(await replica(key, 1, end)) })),
  );
  const one = Array.from({ length: 100 }, (_, n) => n + 1);
  for (const key of keys) {
    const ofKey = taken.filter((take) => take.key === key);
    expect(ofKey.map(({ points }) => points).sort((a, b) => a - b)).toEqual(one);
    expect(new Set(ofKey.map(({ expire }) => expire))).toEqual(new Set([end]));
  }
  const [count] = replicas;
  expect(await count?.('passed', 4, Date.now() - 1)).toMatchObject({ points: 4 });
  expect(await count?.('passed', 1, end)).toEqual({ points: 1, expire: end });
  expect(await count?.('passed', 2, end + 9)).toEqual({ points: 3, expire: end });
});

test('a failed statement rejects its takes, and the next one counts', async () => {
  const count = createSharedCounts(suite.db);
  const end = Date.now() + 60_000;
  const tooMany = 2 ** 40;
  await expect(count('failing', tooMany, end)).rejects.toThrow(/out of range/);
  expect(await count('failing', 1, end)).toEqual({ points: 1, expire: end });
});
