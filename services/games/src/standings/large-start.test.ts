import { createTestDatabase, type TestDatabase } from '@touchline/local-stack/testing';
import { type Database, openDatabase, query } from '@touchline/service-kit/data/database';
import { migrate } from '@touchline/service-kit/data/migrations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packLineup } from '../lineups/lineup-bytes.ts';
import { migrations } from '../migrations.ts';
import { catchUp } from './catch-up.ts';
import { createTable, type EntryTable } from './entry-table.ts';

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
       first_version, first_gameweek, first_lineup)
     select gen_random_uuid(), ?, n, substr(sha256(int4send(n)), 1, 20), case n % 3 when 0 then 'Ä' else 'Team ' end || n,
       n % 900 - 90, timestamptz '2031-08-01Z' + n * interval '1234567 microseconds', '', sha256(''), n, 1, ?
     from generate_series(?::int, ?::int) as n`,
    [GAME, LINEUP, from, to],
  );

beforeAll(async () => {
  database = await createTestDatabase('games');
  db = openDatabase(database.url, 'games', { connections: 4 });
  await migrate(db, migrations);
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
    `insert into settled_gameweeks (game_id, gameweek, game_version, settled_at)
     select '${GAME}', week, 1, now() from generate_series(1, 2) as week;
     insert into entry_gameweeks (game_id, gameweek, ordinal, raw_points, points, coefficient, earned)
     select '${GAME}', week, n, 0, n % 90 - 4 + week, 1000, (n % 90) * 1001 - 4000
     from generate_series(1, 2) as week, generate_series(1, ${ENTRIES - 5}) as n where n <> 10002`,
  );
});

afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

/** Compares every entry of the table with the database. */
async function expectComplete(table: EntryTable): Promise<void> {
  const rows = await query<Record<string, unknown>>(
    db,
    `select id, '0x' || encode(wallet, 'hex') as wallet, team_name as name, entry_points as points,
       floor(extract(epoch from joined_at) * 1000)::float8 as joined, coalesce((steps -> -1 ->> 'coefficient')::int, 1000) as coefficient,
       case jsonb_array_length(steps) when 2 then 1125 else 1000 end as before_last,
       coalesce(sum(points)::int, 0) as settled, coalesce(sum(earned)::int, 0) as earned
     from entries left join wallet_coefficients as c on c.wallet_address = '0x' || encode(wallet, 'hex')
       left join entry_gameweeks using (game_id, ordinal)
     group by entries.id, steps order by ordinal`,
  );
  const read = rows.map((_, index) => ({
    id: table.texts.getId(index),
    wallet: table.texts.getWallet(index),
    name: table.texts.getName(index),
    points: table.entryPoints[index],
    joined: table.joinedAt[index],
    coefficient: table.coefficients.getBefore(index, Number.POSITIVE_INFINITY),
    before_last: table.coefficients.getBefore(index, 1),
    settled: table.settledPoints[index],
    earned: table.settledEarned[index],
  }));
  expect(read).toEqual(rows);
  expect(rows.map(({ wallet }, index) => table.texts.findIndex(wallet as string) === index)).not.toContain(
    false,
  );
}

it('a large game is loaded completely, and later changes are added to it', async () => {
  const table = createTable();
  await catchUp(db, table, GAME, ENTRIES);
  await expectComplete(table);
  const last = ENTRIES - 1;
  expect(table.lineups.getIds(last)).toEqual(
    [...Array(11).keys()].map((n) => 40_000 + n).concat(60_000, 2, 3, 4),
  );
  expect(table.lineups.getPositions(last)).toEqual([1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 1, 2, 2, 3]);
  expect([table.lineups.getCaptain(last), table.lineups.findInForce(last, 1)]).toEqual([40_001, last]);
  expect(table.lineups.getSavedAt(last, table.joinedAt)).toBe(table.joinedAt[last]);
  await enter(ENTRIES + 1, ENTRIES + LATER);
  await db.raw(
    `insert into wallet_coefficients (wallet_address, steps)
     select '0x' || encode(wallet, 'hex'), '[{"at": 1, "coefficient": 1250}]' from entries where ordinal = ?`,
    [ENTRIES + 2],
  );
  await catchUp(db, table, GAME, ENTRIES + LATER);
  await expectComplete(table);
});
