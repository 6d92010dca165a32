import { leaderboard } from '@touchline/api/http/leaderboard';
import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { query } from '@touchline/service-kit/database';
import { createLog } from '@touchline/service-kit/log';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSeasons, type Seasons } from '../football/seasons.ts';
import { DAY } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';
import { createNewEntryLookup } from './new-entries.store.ts';
import { findOwnTeamRow } from './own-row.ts';
import { getPage, addOwnRow } from './pages.ts';
import { createStandingsCache, type StandingsCache } from './standings-cache.ts';

const now = Date.parse('2031-08-15T12:00:00Z');
const app = setUpGamesSuite((dependencies) => startPointsSuite(dependencies, now, [now + DAY, now + 8 * DAY]));
const COPIES = 40;
let seasons: Seasons;
let weekly: string;
let season: string;
/** Finished games like the weekly one. */
let old: string[];
/** A cache that has seen the weekly game run and finish. */
let followed: StandingsCache;

beforeAll(async () => {
  seasons = createSeasons(app.db, DEFAULT_CALENDAR);
  const game = await app.game('WEEKLY', 1);
  weekly = game.id;
  season = (await app.game('SEASON')).id;
  for (const n of [1, 2, 3]) for (const id of [weekly, season]) await app.join(wallet(n), id);
  await app.kickOff(1);
  app.feed.playAll(1);
  app.feed.score(1, 138, { points: 10 });
  await app.publishPoints(1);
  followed = cacheOf({ mostFinished: 1_000 });
  expect((await followed.get(weekly)).table.lineups).toHaveLength(3);
  app.clock.now = Date.parse(game.end_time);
  await app.checkGameweek(1);
  await eventually(async () => expect((await app.game('WEEKLY', 1)).settlement).toBe('FINAL'));
  old = await copies();
});

const cacheOf = ({ mostFinished }: { mostFinished: number }) =>
  createStandingsCache({
    db: app.db,
    seasons,
    log: createLog('games', 'silent'),
    now: () => app.clock.now,
    maxFinishedEntries: mostFinished,
  });

/** Without later lineups: a finished game does not need them. */
async function copies(): Promise<string[]> {
  const copy = (table: string, changes: string, from: string, where: string) =>
    app.db.raw(
      `insert into ${table} select (jsonb_populate_record(${table}, jsonb_build_object(${changes}))).*
       from ${table} ${from} where ${where}`,
      [weekly],
    );
  const each = "join games as copy on copy.game_type = 'TOURNAMENT'";
  await copy(
    'games',
    "'id', gen_random_uuid(), 'game_type', 'TOURNAMENT'",
    `cross join generate_series(1, ${COPIES})`,
    'id = ?',
  );
  const same = `ordinal, wallet, team_name, entry_points, joined_at, roster_numbers, digest, first_version, first_gameweek,
    first_lineup`;
  await app.db.raw(
    `insert into entries (id, game_id, ${same}) select gen_random_uuid(), copy, ${same}
     from entries cross join (select id as copy from games where game_type = 'TOURNAMENT') as copies where game_id = ?`,
    [weekly],
  );
  for (const table of ['settled_gameweeks', 'entry_gameweeks'])
    await copy(table, "'game_id', copy.id", each, 'game_id = ?');
  const rows = await query<{ id: string }>(app.db, "select id from games where game_type = 'TOURNAMENT'");
  return rows.map(({ id }) => id);
}

/** The games that are read from the database while `work` runs, and how many of them at the same time at most. */
async function reads(work: () => Promise<unknown>): Promise<{ games: string[]; atOnce: number }> {
  const [games, running] = [[] as string[], new Set<string>()];
  let atOnce = 0;
  // The first statement and the last one of reading a game.
  const begin = ({ sql, bindings }: KnexQuery) => {
    if (!sql.includes('select participants from games')) return;
    games.push(bindings[0]!);
    running.add(bindings[0]!);
    atOnce = Math.max(atOnce, running.size);
  };
  const end = (_: unknown, { sql, bindings }: KnexQuery) => {
    if (sql.includes('from adjustments')) running.delete(bindings[0]!);
  };
  app.db.on('query', begin).on('query-response', end);
  await work();
  app.db.off('query', begin).off('query-response', end);
  return { games, atOnce };
}

interface KnexQuery {
  sql: string;
  bindings: string[];
}

describe('S20 finished games', () => {
  it('are read two at once and kept while they fit; a running game stays whatever is asked for', async () => {
    const cache = cacheOf({ mostFinished: 2 * 103 });
    const running = await cache.get(season);
    const first = await reads(() => Promise.all(old.map((id) => cache.get(id))));
    expect(first.games.sort()).toEqual(old.toSorted());
    expect(first.atOnce).toBe(2);

    for (const id of old) await cache.get(id);
    const kept = old.slice(-2);
    expect((await reads(() => Promise.all(kept.map(cache.get)))).games).toEqual([]);
    expect((await reads(() => cache.get(old[0]!))).games).toEqual([old[0]]);
    expect((await reads(() => cache.get(kept[1]!))).games).toEqual([]);
    expect((await reads(() => cache.get(kept[0]!))).games).toEqual([kept[0]]);
    expect(await cache.get(season)).toBe(running);
  });

  it('are served one by one if they are larger than what is kept', async () => {
    const cache = cacheOf({ mostFinished: 1 });
    for (const id of old.slice(0, 3)) expect((await cache.get(id)).count).toBe(3);
  });

  it('have the same leaderboard without their lineups, captains included', async () => {
    const query = {
      sort_by: 'total_points',
      sort_order: 'desc',
      page: 1,
      limit: 10,
      staked_only: false,
    } as const;
    const page = async (cache: StandingsCache, id: string) => {
      const standings = await cache.get(id);
      const me = await findOwnTeamRow(
        { db: app.db, findNewcomer: createNewEntryLookup(app.db) },
        standings,
        wallet(2),
      );
      const answer = addOwnRow(await getPage(app.db, standings, query), me);
      return leaderboard.data.parse(JSON.parse(answer.body('identity').toString()).data);
    };
    const board = await page(followed, weekly);
    const captains = board.leaderboard.map(({ captain, played }) => [captain?.web_name, played]);
    expect(captains).toEqual(Array(3).fill(['Player138', 11]));
    expect((await followed.get(weekly)).table.lineups).toHaveLength(0);
    expect(board.me).toMatchObject({ rank: 1, earned_points: expect.any(Number) });
    expect(await page(cacheOf({ mostFinished: 1_000 }), weekly)).toMatchObject({
      ...board,
      updated_at: expect.anything(),
    });
    expect((await page(followed, old[0]!)).leaderboard.map((row) => row.earned_points)).toEqual(
      board.leaderboard.map((row) => row.earned_points),
    );
  });
});

it('S20 seasons in use are in memory once, and the running one always', async () => {
  const former = ['2026', '2027', '2028', '2029'];
  for (const id of former)
    await app.db.raw(
      `insert into seasons select (jsonb_populate_record(seasons, jsonb_build_object('season', ?::text))).*
       from seasons where season = '2031'`,
      [id],
    );
  const own = createSeasons(app.db, DEFAULT_CALENDAR);
  const [running, used] = [await own.get('2031'), await own.get('2026')];
  for (const id of former) await own.get(id);
  expect(own.known('2031')).toBe(running);
  expect(await own.get('2026')).toBe(used);
});

it('a reader during an update gets what this process has written, not the standings from before', async () => {
  const cache = cacheOf({ mostFinished: 0 });
  const before = await cache.getForRead(season);
  await cache.track(season, () =>
    app.db.raw('update games set version = version + 1 where id = ?', [season]),
  );
  const updating = cache.get(season);
  await new Promise((begun) => setImmediate(begun)); // the update asks the database now
  expect((await cache.getForRead(season)).game.version).toBe(before.game.version + 1);
  await updating;
});
