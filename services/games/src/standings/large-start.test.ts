import type { TestDatabase } from '@touchline/local-stack/testing';
import type { Season } from '@touchline/rules/season';
import { type Database, openDatabase, query } from '@touchline/service-kit/data/database';
import { createStandingsEngine } from '@touchline/standings/engine';
import { packLineup } from '@touchline/standings/lineup-bytes';
import type { Moment, Standings } from '@touchline/standings/standings';
import { createInlineThread } from '@touchline/standings/thread';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGamesDatabase } from '../testing/games-database.ts';
import { load } from './load.ts';

const SEASON = { gameweeks: [], players: new Map(), scores: new Map() } as unknown as Season;
const MOMENT: Moment = {
  season: SEASON,
  game: { start: 0, end: 1, first_gameweek: 1, last_gameweek: 38 },
  now: 0,
};
const FIRST = { order: 'asc', from: 0, limit: 1 } as const;
const GAME = '00000000-0000-4000-8000-000000000001';
/** More than one batch, and enough entries that histories are read by wallet. */
const [ENTRIES, LATER] = [10_200, 30];
const LINEUP = packLineup({
  formation: '3-4-3',
  bench_positions: [1, 2, 2, 3],
  captain_id: 40_001,
  vice_captain_id: 40_002,
  field: Array.from({ length: 11 }, (_, n) => 40_000 + n),
  bench: [60_000, 2, 3, 4],
});

let database: TestDatabase;
let db: Database;

const enter = (from: number, to: number) =>
  db.raw(
    `insert into entries (id, game_id, ordinal, wallet, team_name, entry_points, joined_at, roster_numbers, digest,
       first_version, first_gameweek, first_lineup, first_commitment)
     select gen_random_uuid(), ?, n, substr(sha256(int4send(n)), 1, 20), case n % 3 when 0 then 'Ä' else 'Team ' end || n,
       n % 900 - 90, timestamptz '2031-08-01Z' + n * interval '1234567 microseconds', '', sha256(''), n, 1, ?, sha256('')
     from generate_series(?::int, ?::int) as n`,
    [GAME, LINEUP, from, to],
  );

beforeAll(async () => {
  database = await createGamesDatabase();
  db = openDatabase(database.url, 'games', { connections: 4, statementTimeoutMs: 60_000 });
  await db.raw(
    `insert into seasons (season, version, seen_at) values ('2031', 1, now());
     insert into games (id, season, game_type, name, description, entry_fee, first_gameweek, last_gameweek, start_time,
       end_time, status, participants, version, created_at)
     values ('${GAME}', '2031', 'SEASON', '', '', 0, 1, 38, now(), now() + interval '1 day', 'ACTIVE', ${ENTRIES},
       ${ENTRIES}, now())`,
  );
  await enter(1, ENTRIES);
  // Every second entry has staked, some more than once; as many wallets outside the game have staked too.
  await db.raw(
    `insert into wallet_coefficients (wallet_address, version, steps)
     select '0x' || encode(substr(sha256(int4send(n * case when n <= 5100 then 2 else -1 end)), 1, 20), 'hex'), 1,
       case n % 7 when 0 then '[{"at": 0, "coefficient": 1125}]'::jsonb else '[]' end
         || jsonb_build_object('at', n, 'coefficient', 1000 + n % 250)
     from generate_series(1, ${ENTRIES}) as n`,
  );
  await db.raw(
    `insert into settled_gameweeks (game_id, gameweek, game_version)
     select '${GAME}', week, 1 from generate_series(1, 2) as week;
     insert into entry_gameweeks (game_id, gameweek, ordinal, raw_points, points, coefficient, earned)
     select '${GAME}', week, n, 0, n % 90 - 4 + week, 1000, (n % 90) * 1001 - 4000
     from generate_series(1, 2) as week, generate_series(1, ${ENTRIES - 5}) as n where n <> 10002`,
  );
});

afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

/** Compares every entry of the standings with the database. */
async function expectComplete(standings: Standings): Promise<void> {
  await standings.compute(MOMENT);
  const rows = await query<Record<string, unknown>>(
    db,
    `select entries.id, wallet_address as wallet, team_name, entry_points,
       floor(extract(epoch from joined_at) * 1000)::float8 as joined_at, coalesce((steps -> -1 ->> 'coefficient')::int, 1000) as coefficient,
       coalesce(sum(points)::int, 0) as points, coalesce(sum(earned)::int, 0) as earned
     from entries left join wallet_coefficients as c using (wallet_address) left join entry_gameweeks using (game_id, ordinal)
     group by entries.id, steps order by ordinal`,
  );
  const { rows: read } = await standings.list({ ...FIRST, sort: 'id', unranked: true, limit: rows.length });
  const inOrder = read.sort((a, b) => a.ordinal - b.ordinal);
  expect(
    inOrder.map(({ id, wallet, team_name, entry_points, joined_at, coefficient, points, earned }) => ({
      id,
      wallet,
      team_name,
      entry_points,
      joined_at,
      coefficient,
      points,
      earned,
    })),
  ).toEqual(rows);
  expect(rows.map(({ wallet }) => standings.row(wallet as string)?.ordinal)).toEqual(
    rows.map((_, index) => index + 1),
  );
}

it('a large game is loaded completely, and later changes are added to it', async () => {
  const standings = createStandingsEngine(createInlineThread()).create();
  await load(db, standings, GAME, -1, ENTRIES);
  await expectComplete(standings);
  const { rows } = await standings.list({ ...FIRST, sort: 'rank', search: `m ${ENTRIES - 1}` });
  expect(rows[0]?.lineup).toMatchObject({
    formation: '3-4-3',
    field: [...Array(11).keys()].map((n) => 40_000 + n),
    bench: [60_000, 2, 3, 4],
    bench_positions: [1, 2, 2, 3],
    captain_id: 40_001,
    saved_at: rows[0]?.joined_at,
  });
  await enter(ENTRIES + 1, ENTRIES + LATER);
  await db.raw(
    `insert into wallet_coefficients (wallet_address, steps)
     select '0x' || encode(wallet, 'hex'), '[{"at": 1, "coefficient": 1250}]' from entries where ordinal = ?`,
    [ENTRIES + 2],
  );
  await load(db, standings, GAME, ENTRIES, ENTRIES + LATER);
  await expectComplete(standings);
});
