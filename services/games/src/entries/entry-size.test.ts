import type { TestDatabase } from '@touchline/local-stack/testing';
import { type Database, openDatabase, query } from '@touchline/service-kit/data/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGamesDatabase } from '../testing/games-database.ts';

const GAME = '00000000-0000-4000-8000-000000000001';
const LIMIT = 440;

let database: TestDatabase;
let db: Database;

/** Inserts entries with random wallets and names of twelve letters. */
const enter = (from: number, to: number) =>
  db.raw(
    `insert into entries (id, game_id, ordinal, wallet, team_name, entry_points, joined_at, digest, roster_numbers,
       first_version, first_gameweek, first_lineup, first_commitment)
     select uuidv7(), :game, n, substr(sha256(int4send(n)), 1, 20), 'Team ' || lpad(n::text, 7, '0'), n % 90,
       timestamptz '2031-08-01Z' + n * interval '1 second', substr(sha256(int4send(n)), 1, 6),
       substr(sha256('a') || sha256('b'), 1, 45), n, 1, substr(sha256('a') || sha256('b'), 1, 38), sha256(int4send(n))
     from generate_series(cast(:from as integer), cast(:to as integer)) as n`,
    { game: GAME, from, to },
  );

beforeAll(async () => {
  database = await createGamesDatabase();
  db = openDatabase(database.url, 'games', { statementTimeoutMs: 60_000 });
  await db.raw(`
    insert into seasons (season, seen_at) values ('2031', now());
    insert into games (id, season, game_type, name, description, entry_fee, first_gameweek, last_gameweek, start_time,
      end_time, status, created_at)
    values ('${GAME}', '2031', 'SEASON', 'Season', '', 5, 1, 38, now(), now(), 'UPCOMING', now());
  `);
  await enter(1, 300);
  await db.raw(
    `insert into later_lineups (game_id, entry_id, game_version, ordinal, saved_at, effective_gameweek, number,
       batch_index, batch_size, lineup, commitment)
     select game_id, id, 1000, ordinal, now(), 2, 1, 0, 1, first_lineup, first_commitment from entries where ordinal = 5`,
  );
});

afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

it('the table rejects contradictory entries', async () => {
  const again = (values: string) =>
    db.raw(
      `insert into entries (id, game_id, ordinal, wallet, team_name, entry_points, joined_at, digest, roster_numbers,
         first_version, first_gameweek, first_lineup, first_commitment)
       select ${values}, team_name, 0, joined_at, digest, roster_numbers, 1, 1, first_lineup, first_commitment from entries where ordinal = 5`,
    );
  await expect(again('gen_random_uuid(), game_id, 9000, wallet')).rejects.toThrow(/wallet_game_id_key/);
  await expect(again("gen_random_uuid(), game_id, 5, '\\x01'")).rejects.toThrow(/wallet_check/);
  await expect(again('gen_random_uuid(), game_id, 5, sha224(wallet)')).rejects.toThrow(/wallet_check/);
  const other = 'substr(sha256(wallet), 1, 20)';
  await expect(again(`gen_random_uuid(), game_id, 5, ${other}`)).rejects.toThrow(/game_id_ordinal_key/);
  await expect(again(`id, game_id, 9000, ${other}`)).rejects.toThrow(/pkey/);
  await expect(again(`gen_random_uuid(), gen_random_uuid(), 9000, ${other}`)).rejects.toThrow(/game_id_fkey/);
  await expect(db.raw('update entries set excluded_at = now() where ordinal = 5')).rejects.toThrow(/check/);
  await expect(db.raw('delete from entries where ordinal = 5')).rejects.toThrow(/later_lineups/);
});

it('an entry with its first lineup takes at most 440 bytes including indexes, for any number of entries', async () => {
  const bytes: number[] = [];
  for (let from = 301; from < 40_000; from += 2_000) {
    await enter(from, from + 1_999);
    const [row] = await query<{ bytes: number }>(
      db,
      "select pg_total_relation_size('entries')::float8 / count(*) as bytes from entries",
    );
    bytes.push(row!.bytes);
  }
  // Skips small tables, in which the initial pages of indexes dominate. Splits of random keys make the size vary.
  expect(Math.max(...bytes.slice(3))).toBeLessThanOrEqual(LIMIT);
});
