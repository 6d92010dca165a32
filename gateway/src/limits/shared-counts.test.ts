import { createTestDatabase } from '@touchline/local-stack/testing';
import { type Database, openDatabase, query } from '@touchline/service-kit/data/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { createMemoryCounts, createRateLimit } from './client-limits.ts';
import { createSharedCounts, deleteExpiredCounts } from './shared-counts.ts';

const suite = gatewaySuite(createTestDatabase);

let db: Database;

// A replica whose statement ends on a slow machine would count alone.
beforeAll(() => {
  db = openDatabase(suite.databaseUrl, 'gateway', { statementTimeoutMs: 60_000 });
});
afterAll(() => db.destroy());

const startReplica = () => createSharedCounts(db, createMemoryCounts());
const perMinute = (name: string, points: number) => ({ name, points, seconds: 60 });
const endWindow = (key: string) =>
  query(suite.db, `update rate_limits set expires_at = now() - interval '1 ms' where key = ?`, [key]);

test('S21 points that share a statement are counted individually, across two replicas', async () => {
  const replicas = [startReplica(), startReplica()];
  const many = perMinute('many', 1_000);
  const keys = ['a', 'b', 'c'];
  const takes = Array.from({ length: 300 }, (_, n) => ({ key: keys[n % 3]!, replica: replicas[n % 2]! }));
  const taken = await Promise.all(
    takes.map(async ({ key, replica }) => ({ key, ...(await replica.add(key, many)) })),
  );
  for (const key of keys) {
    const counts = taken.filter((take) => take.key === key);
    expect(counts.map(({ points }) => points).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, n) => n + 1),
    );
    for (const { msLeft } of counts) expect(msLeft).toSatisfy((ms: number) => ms > 0 && ms <= 60_000);
  }
});

test('S21 a burst at two replicas is admitted up to the limit, and again in the next window', async () => {
  const limits = [startReplica(), startReplica()].map((counts) =>
    createRateLimit(counts, perMinute('burst', 5)),
  );
  const sendBurst = async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) => limits[n % 2]!.take('0xa')),
    );
    return results.filter(({ status }) => status === 'fulfilled').length;
  };
  expect(await sendBurst()).toBe(5);
  expect(await sendBurst()).toBe(0);
  await endWindow('burst:0xa');
  const restarted = createRateLimit(startReplica(), perMinute('burst', 5));
  await expect(restarted.take('0xa')).resolves.toBeUndefined();
});

test('S21 the window starts with its first point and ends by the clock of Postgres', async () => {
  const [counts, limit] = [startReplica(), perMinute('window', 10)];
  const first = await counts.add('a', limit);
  const second = await counts.add('a', limit);
  expect([first.points, second.points]).toEqual([1, 2]);
  expect(second.msLeft).toBeLessThan(first.msLeft);
  await endWindow('window:a');
  expect(await counts.read('a', limit)).toBeNull();
  expect(await counts.add('a', limit)).toMatchObject({ points: 1 });
  expect(await counts.read('a', limit)).toMatchObject({ points: 1 });
});

test('S21 a key without points left is rejected without a query; a restarted replica reads it', async () => {
  const counts = startReplica();
  const limit = perMinute('used-up', 1);
  for (let n = 0; n < 5; n++) await counts.add('a', limit);
  const [row] = await query<{ points: number }>(
    suite.db,
    `select points from rate_limits where key = 'used-up:a'`,
  );
  expect(row?.points).toBe(2);
  expect(await startReplica().add('a', limit)).toMatchObject({ points: 3 });
});

test('S21 a replica counts alone while Postgres is unavailable', async () => {
  const lost = openDatabase('postgres://127.0.0.1:1/none', 'gateway', { connections: 1 });
  const limit = createRateLimit(createSharedCounts(lost, createMemoryCounts()), perMinute('lost', 2));
  for (let n = 0; n < 2; n++) await expect(limit.take('a')).resolves.toBeUndefined();
  await expect(limit.take('a')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await lost.destroy();
});

test('ended windows are deleted', async () => {
  await startReplica().add('old', perMinute('deleted', 5));
  await startReplica().add('new', perMinute('deleted', 5));
  await endWindow('deleted:old');
  await deleteExpiredCounts(suite.db);
  const rows = await query<{ key: string }>(
    suite.db,
    `select key from rate_limits where key like 'deleted:%'`,
  );
  expect(rows.map(({ key }) => key)).toEqual(['deleted:new']);
});
