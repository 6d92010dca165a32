import { createTestDatabase, type TestDatabase } from '@touchline/local-stack/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../process/log.ts';
import { type FreezingProxy, startFreezingProxy } from '../testing/freezing-proxy.ts';
import { type HeldLock, holdAdvisoryLock } from './advisory-lock.ts';
import { type Database, openDatabase, query } from './database.ts';

const log = createLog('test', 'silent');
/** A slow machine does not lose the lock. */
const TIMES = { retryMs: 20, heartbeatMs: 1_000, timeoutMs: 20_000, leaseMs: 60_000 };
/** For replicas whose connection freezes. */
const SHORT_TIMES = { retryMs: 20, heartbeatMs: 100, timeoutMs: 1_500, leaseMs: 3_000 };
const NAMES = ['first', 'second', 'third'] as const;
type Name = (typeof NAMES)[number];

let testDatabase: TestDatabase;
let proxy: FreezingProxy;
let db: Database;
let started: HeldLock[] = [];
/** Events in their order: `first runs` when its job begins, `first ends` when the signal of its job aborts. */
let events: string[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase('games');
  proxy = await startFreezingProxy(testDatabase.url);
  db = openDatabase(testDatabase.url, 'games', { log });
});
afterEach(async () => {
  await Promise.all(started.map((lock) => lock.stop()));
  [started, events] = [[], []];
});
afterAll(async () => {
  await proxy?.stop();
  await db.destroy();
  await testDatabase?.drop();
});

/** Resolves when the signal aborts. */
const waitForAbort = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Starts a replica that competes for the lock, with sessions of its name. */
function compete(name: Name, { url = testDatabase.url, job = waitForAbort, times = TIMES } = {}): HeldLock {
  const own = openDatabase(`${url}?application_name=${name}`, 'games', { log });
  const lock = holdAdvisoryLock(
    own,
    'job',
    log,
    async (signal) => {
      events.push(`${name} runs`);
      signal.addEventListener('abort', () => events.push(`${name} ends`), { once: true });
      await job(signal);
    },
    times,
  );
  started.push(lock);
  return lock;
}

const waitUntilHeld = (lock: HeldLock) => expect.poll(() => lock.held()).toBe(true);

/** Sessions of one replica. Those of other tests may have its name. */
const ITS_SESSIONS = 'from pg_stat_activity where datname = current_database() and application_name = ?';

/** Sessions of a replica that have tried to get the lock. */
const findSessions = (name: Name) =>
  query<{ pid: number }>(db, `select pid ${ITS_SESSIONS} and query like '%pg_try_advisory_lock%'`, [name]);

const waitForSession = (name: Name) => expect.poll(async () => (await findSessions(name)).length).toBe(1);

/** Ends the sessions of a replica, like a restart of Postgres. */
const cut = (name: Name) => query(db, `select pg_terminate_backend(pid) ${ITS_SESSIONS}`, [name]);

/** Replicas that hold the lock in Postgres. */
const findHolders = async () =>
  (
    await query<{ name: Name }>(
      db,
      `select application_name as name from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and granted and datname = current_database()`,
    )
  ).map(({ name }) => name);

describe('an advisory lock', () => {
  test('an advisory lock has one holder; a waiting replica takes over when it stops or loses its connection', async () => {
    const first = compete('first');
    await waitUntilHeld(first);
    const second = compete('second');
    await waitForSession('second');
    expect(second.held()).toBe(false);
    await first.stop();
    await waitUntilHeld(second);
    expect(events).toEqual(['first runs', 'first ends', 'second runs']);
    await cut('second');
    await expect.poll(() => events.length).toBe(5);
    expect(events.slice(3)).toEqual(['second ends', 'second runs']);
  });

  test('a lock moves or returns each time its holder is cut, has one holder at a time, and every replica keeps competing', async () => {
    const locks = { first: compete('first'), second: compete('second'), third: compete('third') };
    for (let round = 1; round <= 12; round += 1) {
      await expect.poll(() => NAMES.filter((name) => locks[name].held()).length).toBe(1);
      const holder = NAMES.find((name) => locks[name].held())!;
      expect(await findHolders()).toEqual([holder]);
      await cut(holder);
      await expect.poll(() => events.filter((event) => event.endsWith('runs')).length).toBe(round + 1);
    }
    for (const name of NAMES.filter((each) => !locks[each].held())) await waitForSession(name);
  });

  test('an advisory lock is free again when its holder vanishes without closing the connection, whose job ends before', async () => {
    const first = compete('first', { url: proxy.url, times: SHORT_TIMES });
    await waitUntilHeld(first);
    const second = compete('second');
    await waitForSession('second');
    proxy.freeze();
    await expect.poll(() => events.length).toBe(3);
    // The first replica may win again: it competes over a new connection.
    expect(events).toEqual(['first runs', 'first ends', expect.stringMatching(/^(first|second) runs$/)]);
    expect([first, second].filter((lock) => lock.held())).toHaveLength(1);
  });

  test('a replica whose connection vanished while it waited takes over an advisory lock', async () => {
    const first = compete('first');
    await waitUntilHeld(first);
    const second = compete('second', { url: proxy.url, times: SHORT_TIMES });
    await waitForSession('second');
    const [before] = await findSessions('second');
    proxy.freeze();
    await expect
      .poll(async () => (await findSessions('second')).some(({ pid }) => pid !== before!.pid))
      .toBe(true);
    await first.stop();
    await waitUntilHeld(second);
  });

  test('a lock moves on although the job of the former holder does not end, which no longer counts as holder', async () => {
    let end = () => {};
    const endless = new Promise<void>((resolve) => {
      end = resolve;
    });
    const first = compete('first', { job: () => endless });
    await waitUntilHeld(first);
    const second = compete('second');
    await waitForSession('second');
    await cut('first');
    await waitUntilHeld(second);
    expect(first.held()).toBe(false);
    end();
  });

  test('a lock runs a job again that returns or fails', async () => {
    let runs = 0;
    compete('first', {
      job: async () => {
        runs += 1;
        if (runs === 1) throw new Error('failed');
      },
    });
    await expect.poll(() => runs).toBeGreaterThan(2);
  });

  test('vacuum removes rows while a replica waits for an advisory lock', async () => {
    await waitUntilHeld(compete('first'));
    compete('second');
    await waitForSession('second');
    const open = `select ${ITS_SESSIONS} and backend_xmin is not null`;
    await expect.poll(async () => (await query(db, open, ['second'])).length).toBe(0);
  });

  test('a replica stops immediately while it waits for an advisory lock, and before there is a connection', async () => {
    await waitUntilHeld(compete('first'));
    const second = compete('second');
    await waitForSession('second');
    await second.stop();
    const third = compete('third');
    await third.stop();
    expect([events, third.held()]).toEqual([['first runs'], false]);
    await expect.poll(() => findSessions('second')).toEqual([]);
  });
});
