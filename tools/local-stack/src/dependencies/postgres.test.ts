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
