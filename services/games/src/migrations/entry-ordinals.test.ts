import { createTestDatabase, type TestDatabase } from '@touchline/local-stack/testing';
import { type Database, openDatabase } from '@touchline/service-kit/database';
import { migrate } from '@touchline/service-kit/migrations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../migrations.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase('games');
  db = openDatabase(database.url, 'games');
});

afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const hexOf = (numbers: readonly number[]) =>
  numbers.map((number) => number.toString(16).padStart(4, '0')).join('');

it('the migration converts bench bits to positions in lineups and reserved teams, and packs saved lineups', async () => {
  const at = migrations.findIndex(({ name }) => name === '005-entry-ordinals');
  await migrate(db, migrations.slice(0, at));
  // MID, FWD and DEF in the old format: two bits each, 0 for a forward.
  const shape = 3 | (0 << 2) | (2 << 4);
  const id = '00000000-0000-4000-8000-000000000001';
  const wallet = `0x${'a'.repeat(40)}`;
  await db.raw(`
    insert into seasons (season, seen_at) values ('2031', now());
    insert into games (id, season, game_type, name, description, entry_fee, first_gameweek, last_gameweek, start_time,
      end_time, status, created_at)
    values ('${id}', '2031', 'SEASON', 'Season', '', 5, 1, 38, now(), now(), 'UPCOMING', now());
    insert into entries (id, game_id, seat, wallet_address, team_name, entry_points, joined_at, roster, join_digest)
    values ('${id}', '${id}', 1, '${wallet}', 'Team', 0, now(), '[]', '');
    insert into lineups (game_id, game_version, entry_id, seat, effective_gameweek, saved_at, formation, field, bench,
      captain_id, vice_captain_id, bench_shape)
    values ('${id}', 1, '${id}', 1, 1, now(), '3-4-3', array_fill(1, array[11]), '{1,2,3,4}', 1, 2, ${shape});
    insert into reservations (id, game_id, wallet_address, team, fixed_at, fee, state, not_before, expires_at, created_at)
    values ('${id}', '${id}', '${wallet}', '{"lineup":{"bench":[1,2,3,4],"bench_shape":${shape}},"digest":"d"}', now(), 5,
      'HELD', now(), now(), now());
  `);
  await migrate(
    db,
    migrations.filter(({ name }) => name < '016'),
  );
  const { rows } = await db.raw(
    `select lineups.ordinal, bench_positions, encode(packed, 'hex') as packed, team from lineups join entries on entries.id = entry_id
     join reservations using (wallet_address)`,
  );
  expect(rows).toEqual([
    {
      ordinal: 1,
      bench_positions: [1, 3, 4, 2],
      packed: hexOf([...Array(11).fill(1), 1, 2, 3, 4, 1, 2, 343, 1342]),
      team: { lineup: { bench: [1, 2, 3, 4], bench_positions: [1, 3, 4, 2] }, digest: 'd' },
    },
  ]);
});
