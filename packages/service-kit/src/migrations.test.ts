import { createTestDatabase, type TestDatabase } from '@touchline/local-stack/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase, query } from './database.ts';
import { migrate } from './migrations.ts';
import { eventually } from './testing/waiting.ts';

let testDatabase: TestDatabase;
let db: Database;
let previous: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase('games');
  db = openDatabase(testDatabase.url, 'games');
  previous = openDatabase(testDatabase.url, 'games', { statementTimeoutMs: 0 });
  await db.raw('create table parents (id integer); create table children (id integer)');
});

afterAll(async () => {
  await Promise.all([db?.destroy(), previous?.destroy()]);
  await testDatabase?.drop();
});

test('a step is retried after a deadlock with a process of the previous release', async () => {
  const other = await previous.transaction();
  await other.raw('lock table children in access share mode');
  let tries = 0;
  const migrated = migrate(db, [
    {
      name: '001-both',
      async up(trx) {
        tries += 1;
        await trx.raw('lock table parents in access exclusive mode');
        await trx.raw('alter table children add column parent integer');
      },
    },
  ]);
  await eventually(async () => {
    const waiting = await query(db, 'select from pg_locks where not granted');
    expect(waiting).toHaveLength(1);
  });
  // The step has waited longer, so Postgres aborts it.
  await other.raw('lock table parents in access share mode');
  expect(tries).toBe(1);
  await other.commit();
  await migrated;
  expect(tries).toBe(2);
  expect(await query(db, 'select parent from children')).toEqual([]);
});

test('any other error rolls back all missing steps', async () => {
  let tries = 0;
  const steps = [
    {
      name: '002-fine',
      up: async (trx: Database) => void (await trx.raw('create table others (id integer)')),
    },
    {
      name: '003-broken',
      async up(trx: Database) {
        tries += 1;
        await trx.raw('select nothing from nowhere');
      },
    },
  ];
  await expect(migrate(db, steps)).rejects.toThrow('nowhere');
  expect(tries).toBe(1);
  expect(await query(db, 'select name from migrations order by name')).toEqual([{ name: '001-both' }]);
  await expect(query(db, 'select from others')).rejects.toThrow('others');
});
