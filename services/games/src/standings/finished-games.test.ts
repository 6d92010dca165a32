import { leaderboard } from '@touchline/api/http/leaderboard';
import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { query } from '@touchline/service-kit/data/database';
import { createLog } from '@touchline/service-kit/process/log';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { createStandingsEngine } from '@touchline/standings/engine';
import { createInlineThread } from '@touchline/standings/thread';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEntryList } from '../administration/list-entries.ts';
import { createSeasons, type Seasons } from '../football/seasons.ts';
import { DAY, MINUTE } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';
import { createStandingsCache, type StandingsCache } from './cache.ts';
import { addOwnRow, createPages } from './leaderboard.routes.ts';
import { createNewEntryLookup } from './new-entries.store.ts';
import { findOwnTeamRow } from './rows.ts';

const now = Date.parse('2031-08-15T12:00:00Z');
const app = setUpGamesSuite((dependencies) =>
  startPointsSuite(dependencies, now, [now + DAY, now + 8 * DAY]),
);
const COPIES = 40;
let seasons: Seasons;
let weekly: string;
let season: string;
/** Copies of the finished weekly game. */
let finished: string[];
/** Cache that loaded the weekly game while it was running. */
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
  followed = createCache({});
  await followed.get(weekly);
  app.clock.now = Date.parse(game.end_time);
  await app.checkGameweek(1);
  await eventually(async () => expect((await app.game('WEEKLY', 1)).settlement).toBe('FINAL'));
  finished = await createCopies();
  const inReview = "select from games where game_type = 'TOURNAMENT' and prize_state = 'REVIEW'";
  // Start of review: the last change of a finished game’s version.
  await eventually(async () => expect(await query(app.db, inReview)).toHaveLength(COPIES));
});

const createEngine = () => createStandingsEngine(createInlineThread());
const readClock = () => app.clock.now;
const createCache = (options: Partial<Parameters<typeof createStandingsCache>[0]>) =>
  createStandingsCache({
    db: app.db,
    readDb: app.db,
    seasons,
    log: createLog('games', 'silent'),
    now: readClock,
    maxFinishedEntries: 1_000,
    engine: createEngine(),
    ...options,
  });

/** Copies the weekly game without later lineups, which a finished game does not need. */
async function createCopies(): Promise<string[]> {
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
    first_lineup, first_commitment`;
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

/** Records the games that are loaded from the database while `work` runs, and the maximum number loaded concurrently. */
async function reads(work: () => Promise<unknown>): Promise<{ games: string[]; maxConcurrent: number }> {
  const [games, running] = [[] as string[], new Set<string>()];
  let maxConcurrent = 0;
  // First and last statement of a load.
  const begin = ({ sql, bindings }: KnexQuery) => {
    if (!/select participants from games where id = \$1$/.test(sql)) return;
    games.push(bindings[0]!);
    running.add(bindings[0]!);
    maxConcurrent = Math.max(maxConcurrent, running.size);
  };
  const end = (_: unknown, { sql, bindings }: KnexQuery) => {
    if (sql.includes('from adjustments')) running.delete(bindings[0]!);
  };
  app.db.on('query', begin).on('query-response', end);
  await work();
  app.db.off('query', begin).off('query-response', end);
  return { games, maxConcurrent };
}

interface KnexQuery {
  sql: string;
  bindings: string[];
}

describe('S20 finished games', () => {
  it('finished games load two at a time and are cached while they fit; running games are never evicted', async () => {
    const cache = createCache({ maxFinishedEntries: 2 * 103 });
    const running = await cache.get(season);
    const first = await reads(() => Promise.all(finished.map((id) => cache.get(id))));
    expect(first.games.sort()).toEqual(finished.toSorted());
    expect(first.maxConcurrent).toBe(2);

    for (const id of finished) await cache.get(id);
    const kept = finished.slice(-2);
    expect((await reads(() => Promise.all(kept.map(cache.get)))).games).toEqual([]);
    expect((await reads(() => cache.get(finished[0]!))).games).toEqual([finished[0]]);
    expect((await reads(() => cache.get(kept[1]!))).games).toEqual([]);
    expect((await reads(() => cache.get(kept[0]!))).games).toEqual([kept[0]]);
    expect(await cache.get(season)).toBe(running);
  });

  it('finished games larger than the limit are still served', async () => {
    const cache = createCache({ maxFinishedEntries: 1 });
    for (const id of finished.slice(0, 3)) expect((await cache.get(id)).summary.entries).toBe(3);
  });

  it('games are evicted after a quarter of an hour without a request', async () => {
    let now = readClock();
    const cache = createCache({ now: () => now });
    const [used, unused] = [finished[0]!, finished[1]!];
    const running = await cache.get(season);
    const load = () =>
      reads(async () => {
        for (const id of [used, unused]) await cache.get(id);
      });
    expect((await load()).games).toEqual([used, unused]);
    now += 15 * MINUTE;
    cache.evictUnused();
    expect((await load()).games).toEqual([]);
    now += 10 * MINUTE;
    await cache.get(used);
    now += 5 * MINUTE + 1;
    cache.evictUnused();
    expect((await load()).games).toEqual([unused]);
    expect((await cache.get(season)).ranking).not.toBe(running.ranking);
  });

  it('the list of entries releases standings after a quarter of an hour without a request', async () => {
    let now = readClock();
    const requested: string[] = [];
    const engine = createEngine();
    const cache = createCache({ engine, now: () => now });
    const get = (id: string) => {
      requested.push(id);
      return cache.get(id);
    };
    const { page, evictUnused } = createEntryList({
      readDb: app.db,
      standings: { ...cache, get },
      engine,
      now: () => now,
    });
    const countRequested = async () => {
      requested.length = 0;
      await page({ page: 1, limit: 1, sortBy: 'id', sortOrder: 'asc' });
      return requested.filter((id) => finished.includes(id)).length;
    };
    expect(await countRequested()).toBe(COPIES);
    for (const _ of [1, 2]) {
      now += 15 * MINUTE;
      evictUnused();
      expect(await countRequested()).toBe(0);
    }
    now += 15 * MINUTE + 1;
    evictUnused();
    expect(await countRequested()).toBe(COPIES);
  });

  it('finished games show the same leaderboard, including captains, whether they were followed or loaded later', async () => {
    const query = {
      sort_by: 'total_points',
      sort_order: 'desc',
      page: 1,
      limit: 10,
      staked_only: false,
    } as const;
    const page = async (cache: StandingsCache, id: string) => {
      const standings = await cache.get(id);
      const me = await findOwnTeamRow(createNewEntryLookup(app.db), standings, wallet(2));
      const response = addOwnRow(await createPages()(standings, query), me);
      return leaderboard.data.parse(JSON.parse(response.body('identity').toString()).data);
    };
    const data = await page(followed, weekly);
    const captains = data.leaderboard.map(({ captain, played }) => [captain?.web_name, played]);
    expect(captains).toEqual(Array(3).fill(['Player138', 11]));
    expect(data.me).toMatchObject({ rank: 1, earned_points: expect.any(Number) });
    expect(await page(createCache({}), weekly)).toMatchObject({
      ...data,
      updated_at: expect.anything(),
    });
    expect((await page(followed, finished[0]!)).leaderboard.map((row) => row.earned_points)).toEqual(
      data.leaderboard.map((row) => row.earned_points),
    );
  });
});

it('S20 seasons in use are in memory once, and the running season always', async () => {
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
  expect(own.peek('2031')).toBe(running);
  expect(await own.get('2026')).toBe(used);
});

it('a read during an update returns the writes of this process', async () => {
  const cache = createCache({ maxFinishedEntries: 0 });
  const before = await cache.getForRead(season);
  await cache.track(season, () =>
    app.db.raw('update games set version = version + 1 where id = ?', [season]),
  );
  const updating = cache.get(season);
  await new Promise((begun) => setImmediate(begun)); // the update now queries the database
  expect((await cache.getForRead(season)).game.version).toBe(before.game.version + 1);
  await updating;
});
