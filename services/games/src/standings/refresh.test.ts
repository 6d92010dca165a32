import type { TestDatabase } from '@touchline/local-stack/testing';
import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { type Database, openDatabase, query } from '@touchline/service-kit/data/database';
import { createLog } from '@touchline/service-kit/process/log';
import { createStandingsEngine } from '@touchline/standings/engine';
import { packLineup } from '@touchline/standings/lineup-bytes';
import { createInlineThread } from '@touchline/standings/thread';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSeasons } from '../football/seasons.ts';
import { createGamesDatabase } from '../testing/games-database.ts';
import { createStandingsCache, type StandingsCache } from './cache.ts';
import { computeCooldownEnd } from './refresh.ts';

it('after an idle period two computations run without a pause, and the third waits', () => {
  const first = computeCooldownEnd({ since: 10_000, until: 10_080 }, 0);
  expect(first).toBe(10_080);
  const second = computeCooldownEnd({ since: 10_100, until: 10_180 }, first);
  expect(second).toBe(10_180 + 5 * 80);
  const third = computeCooldownEnd({ since: second, until: second + 2_000 }, second);
  expect(third).toBe(second + 2_000 + 700);
  expect(computeCooldownEnd({ since: third + 3_001, until: third + 3_101 }, third)).toBe(third + 3_101);
});

describe('a large game', () => {
  const GAME = '00000000-0000-4000-8000-000000000001';
  const ENTRIES = 5_001;
  const lineup = packLineup({
    formation: '3-4-3',
    bench_positions: [1, 2, 2, 3],
    captain_id: 1,
    vice_captain_id: 2,
    field: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    bench: [12, 13, 14, 15],
  });
  let database: TestDatabase;
  let db: Database;
  let cache: StandingsCache;

  beforeEach(async () => {
    database = await createGamesDatabase();
    // A test makes the refresh wait for a lock for as long as a slow machine needs.
    db = openDatabase(database.url, 'games', { connections: 6, statementTimeoutMs: 60_000 });
    await db.raw(
      `insert into seasons (season, version, seen_at) values ('2031', 1, now());
       insert into games (id, season, game_type, name, description, entry_fee, first_gameweek, last_gameweek, start_time,
         end_time, status, participants, version, created_at)
       values ('${GAME}', '2031', 'SEASON', '', '', 0, 1, 38, now(), now() + interval '1 day', 'ACTIVE', 0, 0, now())`,
    );
    await join(ENTRIES);
    cache = createStandingsCache({
      db,
      readDb: db,
      seasons: createSeasons(db, DEFAULT_CALENDAR),
      log: createLog('games', 'silent'),
      now: () => Date.now(),
      maxFinishedEntries: 0,
      engine: createStandingsEngine(createInlineThread()),
    });
    await cache.get(GAME);
  });

  afterEach(async () => {
    await db?.destroy();
    await database?.drop();
  });

  /** Appends entries. */
  const join = (count: number) =>
    db.raw(
      `with game as (update games set participants = participants + :count, version = version + 1 where id = :game
         returning participants as last)
       insert into entries (id, game_id, ordinal, wallet, team_name, entry_points, joined_at, roster_numbers, digest,
         first_version, first_gameweek, first_lineup, first_commitment)
       select gen_random_uuid(), :game, n, substr(sha256(int4send(n)), 1, 20), 'Team ' || n, 0, now(), '', sha256(''), n, 1,
         :lineup, sha256('')
       from game cross join generate_series(last - :count + 1, last) as n`,
      { game: GAME, count, lineup },
    );

  /** Suspends an entry, which moves others. */
  const suspend = (ordinal: number) =>
    db.raw(
      `with game as (update games set version = version + 1 where id = :game)
       update entries set suspended_at = now() where game_id = :game and ordinal = :ordinal`,
      { game: GAME, ordinal },
    );

  const readEvents = async () => {
    const rows = await query<{ payload: unknown }>(db, 'select payload from outbox order by position');
    return rows.map(({ payload }) => payload);
  };
  const event = (only_newcomers: boolean) => ({ game_id: GAME, gameweek: null, only_newcomers });

  it('a large game publishes standings exactly once, also if requests have computed them first', async () => {
    await cache.track(GAME, async () => {
      await suspend(1);
      const moved = await cache.get(GAME);
      await join(1);
      const { summary } = await cache.get(GAME);
      expect([moved.summary.players, summary.players]).toEqual([ENTRIES - 1, ENTRIES]);
      expect([moved.summary.only_appended, summary.only_appended]).toEqual([false, true]);
    });
    await expect.poll(readEvents).toEqual([event(false)]);
    await cache.warm([GAME]);
    await cache.track(GAME, () => join(1));
    await cache.get(GAME);
    await expect.poll(readEvents).toEqual([event(false), event(true)]);
  });

  it('standings are refreshed again, without a request, after a change during the update', async () => {
    const lock = await db.transaction();
    await lock.raw('lock table settled_gameweeks in access exclusive mode');
    await cache.track(GAME, () => suspend(2));
    // The update has read the version of the game and waits for the settled gameweeks.
    const readWaiting = () =>
      query(
        db,
        `select from pg_locks join pg_database on pg_database.oid = database
         where datname = current_database() and not granted`,
      );
    await expect.poll(readWaiting).toHaveLength(1);
    await cache.track(GAME, () => join(1));
    await lock.rollback();
    await expect.poll(readEvents).toEqual([event(false), event(true)]);
  });
});
