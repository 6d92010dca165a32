import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing.ts';
import { query } from './query.ts';

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

test('many test databases can be made at once', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => createTestDatabase('games')));
  expect(new Set(made.map((database) => database.url)).size).toBe(5);
  await Promise.all(made.map((database) => database.drop()));
});
