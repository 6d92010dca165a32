import { saveLineup } from '@touchline/api/http/lineups';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { withLongTimeouts } from '@touchline/service-kit/testing/waiting';
import { beforeAll, expect, it } from 'vitest';
import { DAY, everyWeek, TEAM } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

const base = Date.parse('2031-08-15T12:00:00Z');
const GAMEWEEKS = 5;
/** With the measured saves below the maximum of versions per gameweek. */
const SAVES_PER_GAMEWEEK = 40;
/** Saves that are measured together. Other work of the service can only add reads, so the lowest figure counts. */
const MEASURED = 4;
/** The search for the last version of a gameweek reads the entry, that version and the next one. */
const ROWS_PER_GAMEWEEK = 3;
/** Versions of another team: a table as small as that of one team would be read as a whole. */
const OTHER_VERSIONS = 5_000;

let id: string;
let saves = 0;

const app = setUpGamesSuite(({ databaseUrl, natsUrl }) =>
  startPointsSuite(
    { databaseUrl: withLongTimeouts(databaseUrl), natsUrl },
    base,
    everyWeek(base + DAY, GAMEWEEKS),
  ),
);

beforeAll(async () => {
  const { id: weekly } = await app.game('WEEKLY', 1);
  const { id: season } = await app.game('SEASON');
  await app.join(wallet(2), weekly);
  await app.db.raw(
    `insert into later_lineups (game_id, entry_id, game_version, ordinal, saved_at, effective_gameweek, number,
       batch_index, batch_size, lineup, commitment)
     select game_id, id, 1000 + n, ordinal, joined_at, first_gameweek, n, 0, 1, first_lineup, first_commitment
     from entries, generate_series(1, ${OTHER_VERSIONS}) as n`,
  );
  await app.db.raw('analyze');
  id = await app.join(wallet(1), season);
});

/** Saves a lineup that differs from the previous one. */
async function save(): Promise<void> {
  await app.as(wallet(1)).request(saveLineup, {
    params: { id },
    body: {
      formation: '3-4-3',
      field_players: [...TEAM.field],
      bench_players: [...TEAM.bench],
      captain_id: saves++ % 2 === 0 ? 148 : 138,
      vice_captain_id: 85,
    },
  });
}

/** Counts the rows of lineups and entries that the connections of the service have read. */
async function countReads(): Promise<number> {
  await publishStatistics();
  const { rows } = await app.db.raw(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as reads from pg_stat_user_tables
     where schemaname = current_schema() and relname in ('later_lineups', 'entries')`,
  );
  return rows[0].reads;
}

/** Makes every connection of the pool publish its statistics, which Postgres otherwise does once per second. */
async function publishStatistics(): Promise<void> {
  const { max } = app.db.client.pool as { max: number };
  let waiting = max;
  let release: () => void;
  const all = new Promise<void>((resolve) => {
    release = resolve;
  });
  const publish = app.db.transaction.bind(app.db, async (trx) => {
    await trx.raw('select pg_stat_force_next_flush()');
    if (--waiting === 0) release();
    await all;
  });
  await Promise.all(Array.from({ length: max }, () => publish()));
}

/** Returns the lowest number of rows that one of the next saves reads. */
async function measureSave(): Promise<number> {
  const reads: number[] = [];
  for (let n = 0; n < MEASURED; n++) {
    const before = await countReads();
    await save();
    reads.push((await countReads()) - before);
  }
  return Math.min(...reads);
}

it('N2 a save reads as many rows after 40 saves as after 4, and after 200 saves only a few rows per gameweek', async () => {
  while (saves < 4) await save();
  const first = await measureSave();
  while (saves < SAVES_PER_GAMEWEEK) await save();
  expect(await measureSave()).toBe(first);
  for (let week = 2; week <= GAMEWEEKS; week++) {
    app.clock.now += 7 * DAY;
    while (saves < week * SAVES_PER_GAMEWEEK) await save();
  }
  expect((await measureSave()) - first).toBeLessThanOrEqual(ROWS_PER_GAMEWEEK * (GAMEWEEKS - 1));
});
