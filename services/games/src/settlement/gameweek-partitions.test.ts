import type { TestDatabase } from '@touchline/local-stack/testing';
import { type Database, openDatabase, query } from '@touchline/service-kit/data/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { correctSettled, readSettledCoefficients } from '../coefficients/coefficients.store.ts';
import { readSettledGameweeks } from '../entries/entries.store.ts';
import { readSettledPoints } from '../standings/load.store.ts';
import { createGamesDatabase } from '../testing/games-database.ts';
import { reopenSettled, writeSettled } from './settlement.store.ts';

const GAMES = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;
const [GAME, FINAL_GAME] = GAMES;
/** 41 is beyond the gameweeks of a regular season. */
const GAMEWEEKS = [1, 2, 3, 38, 41];
const ENTRIES = 3;

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createGamesDatabase();
  db = openDatabase(database.url, 'games');
  await db.raw(`
    insert into seasons (season, seen_at) values ('2031', now());
    insert into games (id, season, game_type, name, description, entry_fee, first_gameweek, last_gameweek, start_time,
      end_time, status, created_at, settlement)
    select id::uuid, '2031', game_type, 'Game', '', 5, 1, 41, now(), now(), 'UPCOMING', now(), settlement
    from (values ('${GAME}', 'SEASON', 'PENDING'), ('${FINAL_GAME}', 'WEEKLY', 'FINAL')) as game(id, game_type, settlement);
    insert into settled_gameweeks (game_id, gameweek, game_version)
    select id, gameweek, 1 from games, unnest(array[${GAMEWEEKS}]) as gameweek;
    insert into entry_gameweeks (game_id, gameweek, ordinal, raw_points, points, coefficient, earned, rank)
    select id, gameweek, n, 60 - gameweek, n * 40 - gameweek, 1000 + 125 * n, (n * 40 - gameweek) * 1125, nullif(n, 2)
    from games, unnest(array[${GAMEWEEKS}]) as gameweek, generate_series(1, ${ENTRIES}) as n;
  `);
});

afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

it('every row is in the partition of its gameweek', async () => {
  expect(
    await query(
      db,
      `select tableoid::regclass::text as partition, gameweek, count(*) as rows from entry_gameweeks
       group by 1, 2 order by gameweek`,
    ),
  ).toEqual(GAMEWEEKS.map((gameweek) => ({ partition: partitionOf(gameweek), gameweek, rows: 6 })));
});

const partitionOf = (gameweek: number) => `entry_gameweeks_${gameweek > 38 ? 'other' : gameweek}`;

it.each([3, 41])(
  'rows of gameweek %i are unique per entry and refer to an existing game',
  async (gameweek) => {
    const insert = (game: string) =>
      db('entry_gameweeks').insert({
        game_id: game,
        gameweek,
        ordinal: 1,
        raw_points: 0,
        points: 0,
        earned: 0,
      });
    await expect(insert(GAME)).rejects.toThrow(/unique/);
    await expect(insert('00000000-0000-4000-8000-000000000009')).rejects.toThrow(/foreign key/);
  },
);

/** Lists the tables that a statement reads or changes. */
async function opened(sql: string): Promise<string[]> {
  const [row] = await query<{ 'QUERY PLAN': object }>(db, `explain (format json) ${sql}`);
  const names = [...JSON.stringify(row).matchAll(/"Relation Name":"(entry_gameweeks_\w+)"/g)];
  return [...new Set(names.map(([, name]) => name!))];
}

it('statements access only the partitions of their gameweeks', async () => {
  const of = `where game_id = '${GAME}' and`;
  expect(await opened(`delete from entry_gameweeks ${of} gameweek = 3`)).toEqual([partitionOf(3)]);
  expect(await opened(`delete from entry_gameweeks ${of} gameweek = 41`)).toEqual([partitionOf(41)]);
  expect(
    await opened(`select * from entry_gameweeks ${of} ordinal = 2 and gameweek = any('{1,3,41}')`),
  ).toEqual([1, 3, 41].map(partitionOf));
  expect(
    await opened(`select * from entry_gameweeks ${of} gameweek = 2 and ordinal > 5 order by ordinal limit 9`),
  ).toEqual([partitionOf(2)]);
});

const points = async (gameweek: number) => {
  const found: [ordinal: number, points: number, earned: number][] = [];
  for await (const { ordinal, points, earned } of readSettledPoints(db, GAME, gameweek))
    for (let at = 0; at < ordinal.length; at += 4)
      found.push([ordinal.readInt32BE(at), points.readInt32BE(at), earned.readInt32BE(at)]);
  return found;
};

it('partitioned gameweeks are read, corrected, reopened and settled again', async () => {
  expect([...(await readSettledGameweeks(db, GAME, 2, [1, 41])).values()]).toEqual([
    { gameweek: 1, raw_points: 59, points: 79, coefficient: 1250, earned: 79 * 1125, rank: null },
    { gameweek: 41, raw_points: 19, points: 39, coefficient: 1250, earned: 39 * 1125, rank: null },
  ]);
  const at = { game_id: GAME, game_version: 2, ordinal: 1, gameweek: 2 };
  await db.transaction((trx) => correctSettled(trx, at, { coefficient: 2000, earned: 76_000 }));
  const known = await readSettledCoefficients(db, GAME, 1);
  expect(known.toSorted((a, b) => a.gameweek - b.gameweek)).toEqual(
    GAMEWEEKS.map((gameweek) => ({
      gameweek,
      points: 40 - gameweek,
      coefficient: gameweek === 2 ? 2000 : 1125,
      stake_cut_off: null,
    })),
  );
  expect(await points(2)).toEqual([
    [1, 38, 76_000],
    [2, 78, 78 * 1125],
    [3, 118, 118 * 1125],
  ]);

  await db.transaction((trx) => reopenSettled(trx, '2031', 2));
  expect(await points(2)).toEqual([]);
  const final = {
    ordinal: [1, 2, 3],
    raw_points: [40_000, 50, 60],
    points: [40_000, -4, 60],
    coefficient: [1250, 1000, 2000],
    earned: [50_000_000, -4_000, 120_000],
    rank: [0, 0, 0],
  };
  const brought = { gameweek: 2, entries: ENTRIES, stakeCutOff: 5, read: () => final };
  const settled = { game_id: GAME, game_version: 3, inputs: null };
  await db.transaction((trx) => writeSettled(trx, settled, brought));
  expect(await points(2)).toEqual([
    [1, 40_000, 50_000_000],
    [2, -4, -4000],
    [3, 60, 120_000],
  ]);
  const rows = await query(db, 'select count(*) as rows from entry_gameweeks');
  expect(rows).toEqual([{ rows: GAMES.length * GAMEWEEKS.length * ENTRIES }]);
});
