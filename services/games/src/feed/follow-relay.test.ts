import { isDeepStrictEqual } from 'node:util';
import { gameChanged, pointsChanged, standingsChanged } from '@touchline/api/events/games';
import { currentGameweekOfGames, getGame, listGames } from '@touchline/api/http/games';
import { type TestDatabase, type TestNats, testNats } from '@touchline/local-stack/testing';
import { type TailMessage, tail } from '@touchline/service-kit/messaging/tail';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../testing/feed-builders.ts';
import { startGamesApp } from '../testing/games-app.ts';
import { createGamesDatabase } from '../testing/games-database.ts';
import { addPointsSteps, type PointsSuite, startPointsSuite } from '../testing/points-suite.ts';
import { lockSeason } from './feed.store.ts';

let database: TestDatabase;
let nats: TestNats;
let app: PointsSuite;
const now = Date.parse('2031-08-15T12:00:00Z');
const me = wallet(1);

beforeEach(async () => {
  [database, nats] = await Promise.all([createGamesDatabase(), testNats()]);
  app = await startPointsSuite(dependencies(), now, [now + DAY, now + 8 * DAY]);
});
afterEach(async () => {
  await app?.stop();
  await nats?.stop();
  await database?.drop();
});

const dependencies = () => ({ databaseUrl: database.url, natsUrl: nats.url });

/** Collects every event since the start of the stream. Returns a function that filters them by subject. */
function collectEvents() {
  const messages: TailMessage[] = [];
  tail(app.feed.bus, { start: () => 1, onMessage: (message) => messages.push(message), onReset: () => {} });
  return (subject: string) => messages.filter((each) => each.subject === subject).map((each) => each.payload);
}

/** Event of a join, which changes no other team. */
const joinEvent = (game_id: string) => ({ game_id, gameweek: null, only_newcomers: true });

describe('published events', () => {
  it('an event names each game that appeared or changed its status', async () => {
    const events = collectEvents();
    const weekly = await app.game('WEEKLY', 1);
    await eventually(async () => expect(events(gameChanged.subject)).toContainEqual({ game_id: weekly.id }));
    const before = events(gameChanged.subject).length;
    app.clock.now = Date.parse(weekly.start_time);
    await eventually(async () => {
      expect(events(gameChanged.subject).slice(before)).toContainEqual({ game_id: weekly.id });
      const { rows } = await app.db.raw('select status from games where id = ?', [weekly.id]);
      expect(rows[0].status).toBe('ACTIVE');
    });
  });

  it('an event names each game whose standings changed, by a join and by points', async () => {
    const events = collectEvents();
    const weekly = await app.game('WEEKLY', 1);
    await app.join(me, weekly.id);
    await eventually(async () =>
      expect(events(standingsChanged.subject)).toContainEqual(joinEvent(weekly.id)),
    );
    await app.kickOff(1);
    app.feed.playAll(1);
    await app.publishPoints(1);
    await eventually(async () => {
      expect(events(pointsChanged.subject)).toContainEqual({ season: '2031', gameweek: 1 });
      expect(events(standingsChanged.subject)).toContainEqual({ game_id: weekly.id, gameweek: 1 });
    });
  });

  it('a goal in the fixtures and a kick-off in another gameweek publish no change of standings', async () => {
    const weekly = await app.game('WEEKLY', 1);
    await app.join(me, weekly.id);
    await app.waitForFeed();
    const events = collectEvents();
    const ofWeekly = () =>
      events(standingsChanged.subject).filter((each) => (each as { game_id: string }).game_id === weekly.id);
    await eventually(async () => expect(ofWeekly()).toContainEqual(joinEvent(weekly.id)));
    const countBefore = ofWeekly().length;
    const version = async () => (await app.db.raw('select version from seasons')).rows[0].version;
    const before = await version();
    app.feed.setFixtures(1, { team_h_score: 1, team_a_score: 0 });
    await app.feed.publishFixtures();
    await app.waitForFeed();
    expect(await version()).toBe(before);
    await app.kickOff(2);
    const next = await app.game('WEEKLY', 2);
    await eventually(async () =>
      expect(events(standingsChanged.subject)).toContainEqual({ game_id: next.id, gameweek: 2 }),
    );
    expect(ofWeekly().slice(countBefore)).toEqual([]);
  });

  it('the end of a match and a goal from the same poll are one change', async () => {
    const weekly = await app.game('WEEKLY', 1);
    await app.join(me, weekly.id);
    await app.kickOff(1);
    const events = collectEvents();
    const countChanges = () =>
      events(standingsChanged.subject).filter((each) =>
        isDeepStrictEqual(each, { game_id: weekly.id, gameweek: 1 }),
      ).length;
    await eventually(async () => expect(countChanges()).toBe(1));
    app.feed.setFixtures(1, { finished_provisional: true });
    app.feed.playAll(1);
    await app.feed.publishMatches(1);
    await app.waitForFeed();
    // Published after it in the stream.
    app.feed.playAll(1);
    await app.publishPoints(1);
    // Events are published in the order of their transactions, so this one follows all events of the points.
    const season = await app.game('SEASON');
    await app.join(wallet(2), season.id);
    await eventually(async () =>
      expect(events(standingsChanged.subject)).toContainEqual({ ...joinEvent(season.id), gameweek: 1 }),
    );
    expect(events(pointsChanged.subject)).toHaveLength(2);
    expect(countChanges()).toBe(3);
  });

  it('joins continue while NATS is unavailable, and their events follow later', async () => {
    const events = collectEvents();
    const weekly = await app.game('WEEKLY', 1);
    await nats.down();
    await app.join(me, weekly.id);
    expect((await app.leaderboard(weekly.id, {}, me)).me?.rank).toBe(1);
    await nats.up();
    await eventually(
      async () => expect(events(standingsChanged.subject)).toContainEqual(joinEvent(weekly.id)),
      20_000,
    );
  });
});

describe('football data from the relay', () => {
  it('the service fetches football data at start-up, so missed events lose nothing', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    const { feed, clock } = app;
    await app.stopService();
    feed.setFixtures(1, { started: true });
    feed.playAll(1);
    feed.versions.set('fixtures', 9).set('live:1', 4);
    app = addPointsSteps(await startGamesApp({ ...dependencies(), seasonFee: '0', now: clock.now, feed }));
    await app.waitForFeed();
    expect((await app.details(me, id)).gameweek_points).toBe(24);
  });

  it('football data is stored even when another step of the season takes long', async () => {
    const { season_id } = await app.game('WEEKLY', 1);
    // Longer than the pool lets a statement wait for a lock.
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and clock_timestamp() - query_start > interval '2.5 s'`;
    await app.db.transaction(async (other) => {
      await lockSeason(other, season_id, now);
      app.feed.setFixtures(1, { started: true });
      await app.feed.publishFixtures();
      await eventually(async () => expect((await app.db.raw(waiting)).rows).toHaveLength(1));
    });
    await app.waitForFeed();
    const { rows } = await app.db.raw('select distinct started from fixtures where gameweek = 1');
    expect(rows).toEqual([{ started: true }]);
  });

  it('API-22 the current gameweek follows its deadline', async () => {
    const current = async () => (await app.as(null).request(currentGameweekOfGames)).gameweek;
    expect(await current()).toMatchObject({ id: 1, is_current: false });
    app.clock.now = now + DAY;
    expect(await current()).toMatchObject({ id: 1, is_current: true });
    app.clock.now = now + 8 * DAY;
    expect(await current()).toMatchObject({ id: 2, gameweek_number: 2, is_current: true });
  });

  it('a new season creates new games, and the games of the old season stay FINAL', async () => {
    const [weekly, season] = [await app.game('WEEKLY', 1), await app.game('SEASON')];
    await app.join(me, weekly.id);
    const id = await app.join(me, season.id);
    for (const gameweek of [1, 2]) {
      await app.kickOff(gameweek);
      app.feed.playAll(gameweek);
      await app.publishPoints(gameweek);
      await app.checkGameweek(gameweek);
    }
    app.clock.now = Date.parse(season.end_time) + DAY;
    const settlement = async () =>
      (await app.as(null).request(getGame, { params: { id: season.id } })).game.settlement;
    await eventually(async () => expect(await settlement()).toBe('FINAL'));

    const { feed } = app;
    Object.assign(feed, { season: '2032', fixtures: [], gameweeks: [], live: new Map() });
    feed.versions.clear();
    const summer = app.clock.now + 20 * DAY;
    for (const week of [1, 2, 3]) feed.addGameweek(week, [summer + week * 7 * DAY]);
    await feed.publishAll();
    await app.waitForFeed();
    const { games } = await app
      .as(null)
      .request(listGames, { query: { season_id: '2032', sort_by: 'name', sort_order: 'asc' } });
    expect(games.map((game) => game.name)).toEqual(['Gameweek 1', 'Gameweek 2', 'Gameweek 3', 'Season 2032']);
    expect(await settlement()).toBe('FINAL');
    expect(await app.details(me, id)).toMatchObject({
      earned_points: 48,
      rank: 1,
      game: { status: 'COMPLETED' },
    });
    expect((await app.as(null).request(currentGameweekOfGames)).gameweek.id).toBe(1);
    const latest = await app.as(null).request(listGames, { query: { game_type: 'SEASON', limit: '1' } });
    expect(latest.games[0]?.season_id).toBe('2032');
  });
});
