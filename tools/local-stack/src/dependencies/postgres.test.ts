import { expect, test } from 'vitest';
import { createTestDatabase, testPostgres } from '../testing.ts';
import { query } from './query.ts';
import { dropDatabase, ensureDatabase, ensureServiceRole } from './roles.ts';

test('a service role owns its schema, finds its tables there and sees no other database', async () => {
  const mine = await createTestDatabase('fpl-relay');
  const other = await createTestDatabase('games');
  await query(mine.url, 'create table news (id int); insert into news values (7)');
  expect(await query(mine.url, 'select id from fpl_relay.news')).toEqual([{ id: 7 }]);

  const intoOther = new URL(other.url);
  intoOther.username = 'fpl_relay';
  await expect(query(intoOther.toString(), 'select 1')).rejects.toThrow(/permission denied for database/);
  await Promise.all([mine.drop(), other.drop()]);
});

test('a service reads no lineup in the schema of games', async () => {
  const games = await createTestDatabase('games');
  await query(games.url, 'create table later_lineups (lineup bytea)');
  const database = new URL(games.url).pathname.slice(1);
  const { adminUrl } = testPostgres();
  for (const service of ['staking', 'fpl-relay', 'admin', 'gateway']) {
    const url = await ensureServiceRole({ adminUrl, database, service, password: 'test' });
    await expect(query(url, 'select lineup from games.later_lineups')).rejects.toThrow(
      /permission denied for schema games/,
    );
  }
  await games.drop();
});

test('a new role can get several databases concurrently', async () => {
  const { adminUrl } = testPostgres();
  const databases = ['one', 'two', 'three', 'four', 'five'].map((name) => `test_new_role_${name}`);
  for (const database of databases) await ensureDatabase(adminUrl, database);
  const urls = await Promise.all(
    databases.map((database) =>
      ensureServiceRole({ adminUrl, database, service: 'new_role', password: 'test' }),
    ),
  );
  for (const url of urls) expect(await query(url, 'select current_user::text')).toHaveLength(1);
  for (const database of databases) await dropDatabase(adminUrl, database);
});

test('databases with the same tables are copies of one, and changes of one reach no other', async () => {
  let prepared = 0;
  const create = () =>
    createTestDatabase('copied', async (url) => {
      prepared += 1;
      await query(url, 'create table news (id int); insert into news values (7)');
    });
  const [first, second] = await Promise.all([create(), create()]);
  await query(first.url, 'update news set id = 8');
  const third = await create();
  expect(prepared).toBeLessThan(3);
  expect(await query(second.url, 'select id from copied.news')).toEqual([{ id: 7 }]);
  expect(await query(third.url, 'select id from copied.news')).toEqual([{ id: 7 }]);
  await Promise.all([first.drop(), second.drop(), third.drop()]);
});
