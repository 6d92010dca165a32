import { createTestDatabase, type TestDatabase } from '@touchline/local-stack/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../testing/waiting.ts';
import { type Database, openDatabase, query } from './database.ts';
import { initialSchema, migrate } from './migrations.ts';

let testDatabase: TestDatabase;
let db: Database;
let previous: Database;

const PARENTS = 'create table parents (id integer);';
const initial = initialSchema([PARENTS, 'create table children (id integer);']);
const addColumn = {
  name: '002-column',
  up: async (trx: Database) => void (await trx.raw('alter table children add column added text')),
};

beforeAll(async () => {
  testDatabase = await createTestDatabase('games');
  db = openDatabase(testDatabase.url, 'games');
  previous = openDatabase(testDatabase.url, 'games', { statementTimeoutMs: 0 });
  await migrate(db, [initial]);
});

afterAll(async () => {
  await Promise.all([db?.destroy(), previous?.destroy()]);
  await testDatabase?.drop();
});

const listApplied = async (on: Database) => on('migrations').orderBy('name').pluck('name');

test('a later step is applied to a schema with the initial one, which is not applied again', async () => {
  await migrate(db, [initial, addColumn]);
  await migrate(db, [initial]); // a process of the previous release
  await migrate(db, [initial, addColumn]);
  expect(await listApplied(db)).toEqual([initial.name, '002-column']);
  expect(await query(db, 'select added from children')).toEqual([]);
});

/** Opens a pool of the superuser, who alone may change `deadlock_timeout`. */
function openAsSuperuser(): Database {
  const url = new URL(testDatabase.adminUrl);
  url.pathname = new URL(testDatabase.url).pathname;
  return openDatabase(url.href, 'games', { statementTimeoutMs: 0 });
}

/** Waits until a session of this database waits for the lock of a table. */
const waitUntilBlocked = (table: string) =>
  eventually(async () => {
    const waiting = await query(
      db,
      `select from pg_locks
       where not granted and relation = cast(? as regclass)
         and database = (select oid from pg_database where datname = current_database())`,
      [table],
    );
    expect(waiting).toHaveLength(1);
  });

test('a step is retried after a deadlock with a process of the previous release', async () => {
  const superuser = openAsSuperuser();
  const other = await superuser.transaction();
  // A session looks for a deadlock once, when it has waited for this time: only the step does.
  await other.raw(`set local deadlock_timeout = '1h'`);
  await other.raw('lock table children in access share mode');
  let tries = 0;
  let blocked: Promise<unknown> = Promise.resolve();
  const migrated = migrate(db, [
    initial,
    {
      name: '003-both',
      async up(trx) {
        tries += 1;
        await trx.raw('lock table parents in access exclusive mode');
        if (tries === 1) {
          blocked = other.raw('lock table parents in access share mode').then();
          await waitUntilBlocked('parents');
        }
        await trx.raw('alter table children add column parent integer');
      },
    },
  ]);
  await eventually(async () => expect(tries).toBe(1));
  await waitUntilBlocked('children');
  await blocked;
  await other.commit();
  await migrated;
  await superuser.destroy();
  expect(tries).toBe(2);
  expect(await query(db, 'select parent from children')).toEqual([]);
});

test('steps run once and in order, even when replicas start together', async () => {
  const ran: string[] = [];
  const steps = ['004-a', '005-b'].map((name) => ({
    name,
    up: async (trx: Database) => {
      ran.push(name);
      await trx.raw(`create table t_${name.slice(0, 3)} (id integer)`);
    },
  }));
  await Promise.all([migrate(db, [initial, ...steps]), migrate(previous, [initial, ...steps])]);
  await migrate(db, [initial, ...steps]);
  expect(ran).toEqual(['004-a', '005-b']);
});

test('any other error rolls back all missing steps', async () => {
  let tries = 0;
  const steps = [
    initial,
    {
      name: '006-fine',
      up: async (trx: Database) => void (await trx.raw('create table others (id integer)')),
    },
    {
      name: '007-broken',
      async up(trx: Database) {
        tries += 1;
        await trx.raw('select nothing from nowhere');
      },
    },
  ];
  await expect(migrate(db, steps)).rejects.toThrow('nowhere');
  expect(tries).toBe(1);
  expect(await listApplied(db)).toEqual([initial.name, '002-column', '003-both', '004-a', '005-b']);
  await expect(query(db, 'select from others')).rejects.toThrow('others');
});

test.each([
  ['other steps', { name: '000-outbox', up: async (trx: Database) => void (await trx.raw(PARENTS)) }],
  ['other tables in the first step', initialSchema([PARENTS])],
])('a schema with %s is rejected with what to do, and nothing is changed', async (_difference, first) => {
  const unreleased = await createTestDatabase('games');
  const old = openDatabase(unreleased.url, 'games');
  try {
    await migrate(old, [first]);
    await expect(migrate(old, [initial, addColumn])).rejects.toThrow(
      /schema games was made by an unreleased version.* nothing was changed.*npm start -- --reset.*restore a backup/,
    );
    expect(await listApplied(old)).toEqual([first.name]);
    expect(await old.schema.hasTable('children')).toBe(false);
  } finally {
    await old.destroy();
    await unreleased.drop();
  }
});

test('comments and white space do not make another initial schema', () => {
  const { name } = initialSchema(['  -- Parents.\n  create table parents (id integer); -- number\n']);
  expect(name).toBe(initialSchema([PARENTS]).name);
  expect(name).not.toBe(initialSchema(['create table parents (id bigint);']).name);
});
