import { createTestDatabase, type TestDatabase } from '@touchline/local-stack/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../process/log.ts';
import { startFreezingProxy } from '../testing/freezing-proxy.ts';
import {
  createDedicatedClient,
  type Database,
  isDatabaseReachable,
  isDatabaseUnavailable,
  openDatabase,
  preparedQuery,
  query,
  queryOne,
} from './database.ts';
import { migrate } from './migrations.ts';

const log = createLog('test', 'silent');
let testDatabase: TestDatabase;
let db: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase('games');
  db = openDatabase(testDatabase.url, 'games', { log });
});

afterAll(async () => {
  await db.destroy();
  await testDatabase.drop();
});

const TIMEOUTS = `select current_setting(name) as setting from pg_settings
  where name in ('idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout') order by name`;

async function timeoutsOf(on: Database): Promise<string[]> {
  return (await query<{ setting: string }>(on, TIMEOUTS)).map(({ setting }) => setting);
}

/** Ends every connection of the service, like a Postgres restart. */
async function cutConnections() {
  const admin = new pg.Client({ connectionString: testDatabase.adminUrl });
  await admin.connect();
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    new URL(testDatabase.url).pathname.slice(1),
  ]);
  await admin.end();
}

describe('the database connection', () => {
  test('the database returns counts as numbers and wei as exact text', async () => {
    const row = await queryOne(
      db,
      'select 9007199254740991::bigint as big, 123456789012345678901234567890::numeric as wei, current_schema() as schema',
    );
    expect(row).toEqual({
      big: 9007199254740991,
      wei: '123456789012345678901234567890',
      schema: 'games',
    });
    await expect(db.raw('select 9007199254740993::bigint as big')).rejects.toThrow(RangeError);
  });

  test.each(['UTC', 'Asia/Kolkata', 'America/St_Johns'])(
    'queries return times as epoch ms, in the zone %s',
    async (zone) => {
      const at = Date.UTC(2026, 7, 15, 11, 30, 0, 123);
      await db.transaction(async (trx) => {
        await trx.raw(`set local time zone '${zone}'`);
        expect(
          await queryOne(trx, 'select :at::timestamptz as at, null::timestamptz as no', { at: new Date(at) }),
        ).toEqual({ at, no: null });
        expect(await query(trx, `select timestamptz '2100-03-01 00:00:00+00' as at`)).toEqual([
          { at: Date.UTC(2100, 2) },
        ]);
      });
      await expect(db.raw(`select timestamptz 'infinity'`)).rejects.toThrow(RangeError);
    },
  );

  test('a prepared statement uses the index once the table has grown, without ANALYZE', async () => {
    const single = openDatabase(testDatabase.url, 'games', { connections: 1, log });
    await single.raw('create table grown (id integer primary key)');
    const sql = 'select id from grown where id = ?';
    const explain = async () => {
      const plan = await query<Record<string, string>>(single, 'explain execute "grown-row"(9)');
      return plan.map((line) => line['QUERY PLAN']).join('\n');
    };
    await single.raw('insert into grown select generate_series(1, 30)');
    await single.raw('analyze grown');
    // By default Postgres caches the plan at the sixth execution.
    for (let id = 1; id <= 8; id += 1)
      expect(await preparedQuery(single, 'grown-row', sql, [id])).toEqual([{ id }]);
    expect(await explain()).toMatch(/^Seq Scan/);
    await single.raw('insert into grown select generate_series(31, 5000)');
    expect(await explain()).toMatch(/^Index Only Scan using grown_pkey/);
    await single.raw('drop table grown');
    await single.destroy();
  });

  test('the database ends statements that take too long', async () => {
    const hasty = openDatabase(testDatabase.url, 'games', { statementTimeoutMs: 300, log });
    const error: unknown = await hasty.raw('select pg_sleep(2)').catch((reason: unknown) => reason);
    await hasty.destroy();
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  test('a transaction whose connection was cut between two statements fails as an unavailable database', async () => {
    const cut = db.transaction(async (trx) => {
      await trx.raw('select 1');
      await cutConnections();
      await trx.raw('select 2');
    });
    const error: unknown = await cut.catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error), String(error)).toBe(true);
  });

  test.each([
    'Connection terminated unexpectedly',
    'timeout expired',
    'Client was closed and is not queryable',
  ])(
    'an error "%s" means an unavailable database, also behind the statement that knex puts in front',
    (message) => {
      expect(isDatabaseUnavailable(new Error(message))).toBe(true);
      expect(isDatabaseUnavailable(new Error(`select 1 - ${message}`))).toBe(true);
      expect(isDatabaseUnavailable(new Error(`the text ${message}`))).toBe(false);
    },
  );

  test('S27 the database stops waiting for a lock, and ends an idle transaction', async () => {
    await db.transaction(async (holder) => {
      await holder.raw('select pg_advisory_xact_lock(27)');
      const error: unknown = await db.raw('select pg_advisory_lock(27)').catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: '55P03' });
      expect(isDatabaseUnavailable(error)).toBe(true);
    });
    const abandoned = db.transaction(async (trx) => {
      await trx.raw('set local idle_in_transaction_session_timeout = 20');
      await trx.raw('select pg_advisory_xact_lock(28)');
      const free = () => queryOne(db, 'select pg_try_advisory_lock(28) as mine');
      await expect.poll(free).toEqual({ mine: true });
      await trx.raw('select 1');
    });
    await expect(abandoned).rejects.toThrow();
    expect(await timeoutsOf(db)).toEqual(['1min', '2400ms', '3s']);
  });

  test('S27 migrations wait without limit, and a dedicated session ends when it is silent', async () => {
    const dedicated = createDedicatedClient(db, { timeoutMs: 5_000, leaseMs: 50 });
    const ended = new Promise<unknown>((resolve) => dedicated.once('error', resolve));
    await dedicated.connect();
    expect(await ended).toMatchObject({ code: '57P05' });
    await dedicated.end();
    const seen: unknown[] = [];
    const readTimeouts = {
      name: '000-read-timeouts',
      up: async (trx: Database) => void seen.push(...(await timeoutsOf(trx))),
    };
    await migrate(db, [readTimeouts]);
    expect(seen).toEqual(['1min', '0', '0']);
  });

  test('S27 queries to a machine that vanished fail, and the next ones use new connections', async () => {
    const proxy = await startFreezingProxy(testDatabase.url);
    const remote = openDatabase(proxy.url, 'games', { connections: 1, responseTimeoutMs: 500, log });
    await remote.raw('select 1');
    proxy.freeze();
    expect(await remote.raw('select 2').catch(isDatabaseUnavailable)).toBe(true);
    expect(await queryOne(remote, 'select 3 as value')).toEqual({ value: 3 });
    const cut = remote.transaction(async (trx) => {
      await trx.raw('select 1');
      proxy.freeze();
      await trx.raw('select 2');
    });
    expect(await cut.catch(isDatabaseUnavailable)).toBe(true);
    expect(await queryOne(remote, 'select 4 as value')).toEqual({ value: 4 });
    await remote.destroy();
    await proxy.stop();
  });

  test('the database recovers after its connections were cut', async () => {
    await db.raw('select 1');
    await cutConnections();
    await expect.poll(() => isDatabaseReachable(db)).toBe(true);
  });
});
