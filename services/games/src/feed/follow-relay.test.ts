import { isDeepStrictEqual } from 'node:util';
import { gameChanged, pointsChanged, standingsChanged } from '@touchline/api/events/games';
import { currentGameweekOfGames, getGame, listGames } from '@touchline/api/http/games';
import { createTestDatabase, type TestDatabase, type TestNats, testNats } from '@touchline/local-stack/testing';
import { type TailMessage, tail } from '@touchline/service-kit/tail';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../testing/feed-builders.ts';
import { startGamesApp } from '../testing/games-app.ts';
import { type PointsSuite, startPointsSuite, withPoints } from '../testing/points-suite.ts';
import { lockSeason } from './feed.store.ts';

let database: TestDatabase;
let nats: TestNats;
let app: PointsSuite;
const now = Date.parse('2031-08-15T12:00:00Z');
const me = wallet(1);

beforeEach(async () => {
  [database, nats] = await Promise.all([createTestDatabase('games'), testNats()]);
  app = await startPointsSuite(parts(), now, [now + DAY, now + 8 * DAY]);
});
afterEach(async () => {
  await app?.stop();
  await nats?.stop();
  await database?.drop();
});

const parts = () => ({ databaseUrl: database.url, natsUrl: nats.url });

/** Every event since the stream began, by subject. */
function heard() {
  const messages: TailMessage[] = [];
  tail(app.feed.bus, { fromSequence: 1, onMessage: (message) => messages.push(message), onReset: () => {} });
  return (subject: string) => messages.filter((each) => each.subject === subject).map((each) => each.payload);
}

/** What a join tells: it moves nobody. */
const entered = (game_id: string) => ({ game_id, gameweek: null, only_newcomers: true });

describe('what the games tell', () => {
  it('is which game appeared or changed its status', async () => {
    const events = heard();
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

  it('is whose standings moved, by a join and by points', async () => {
    const events = heard();
    const weekly = await app.game('WEEKLY', 1);
    await app.join(me, weekly.id);
    await eventually(async () => expect(events(standingsChanged.subject)).toContainEqual(entered(weekly.id)));
    await app.kickOff(1);
    app.feed.everybodyPlays(1);
    await app.tellPoints(1);
    await eventually(async () => {
      expect(events(pointsChanged.subject)).toContainEqual({ season: '2031', gameweek: 1 });
      expect(events(standingsChanged.subject)).toContainEqual({ game_id: weekly.id, gameweek: 1 });
    });
  });

  it('is not a goal in the fixtures, nor a kick-off in another gameweek: both move nobody', async () => {
    const weekly = await app.game('WEEKLY', 1);
    await app.join(me, weekly.id);
    await app.caughtUp();
    const told = heard();
    const ofWeekly = () =>
      told(standingsChanged.subject).filter((each) => (each as { game_id: string }).game_id === weekly.id);
    await eventually(async () => expect(ofWeekly()).toContainEqual(entered(weekly.id)));
    const known = ofWeekly().length;
    const version = async () => (await app.db.raw('select version from seasons')).rows[0].version;
    const before = await version();
    app.feed.setFixtures(1, { team_h_score: 1, team_a_score: 0 });
    await app.feed.fixturesChanged();
    await app.caughtUp();
    expect(await version()).toBe(before);
    await app.kickOff(2);
    const next = await app.game('WEEKLY', 2);
    await eventually(async () =>
      expect(told(standingsChanged.subject)).toContainEqual({ game_id: next.id, gameweek: 2 }),
    );
    expect(ofWeekly().slice(known)).toEqual([]);
  });

  it('is one change where a match ends and the same poll brings a goal', async () => {
    const weekly = await app.game('WEEKLY', 1);
    await app.join(me, weekly.id);
    await app.kickOff(1);
    const told = heard();
    const moves = () =>
      told(standingsChanged.subject).filter((each) =>
        isDeepStrictEqual(each, { game_id: weekly.id, gameweek: 1 }),
      ).length;
    await eventually(async () => expect(moves()).toBe(1));
    app.feed.setFixtures(1, { finished_provisional: true });
    app.feed.everybodyPlays(1);
    await app.feed.matchesChanged(1);
    await app.caughtUp();
    // What comes after it in the stream.
    app.feed.everybodyPlays(1);
    await app.tellPoints(1);
    await eventually(async () => expect(told(pointsChanged.subject)).toHaveLength(2));
    expect(moves()).toBe(3);
  });

  it('waits while NATS is away: joins go on, their events come later', async () => {
    const events = heard();
    const weekly = await app.game('WEEKLY', 1);
    await nats.down();
    await app.join(me, weekly.id);
    expect((await app.board(weekly.id, {}, me)).me?.rank).toBe(1);
    await nats.up();
    await eventually(
      async () => expect(events(standingsChanged.subject)).toContainEqual(entered(weekly.id)),
      20_000,
    );
  });
});

describe('what the games hear', () => {
  it('is asked for at the start too: events that nobody heard lose nothing', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    const { feed, clock } = app;
    await app.stopService();
    feed.setFixtures(1, { started: true });
    feed.everybodyPlays(1);
    feed.versions.set('fixtures', 9).set('live:1', 4);
    app = withPoints(await startGamesApp({ ...parts(), seasonFee: '0', now: clock.now, feed }));
    await app.caughtUp();
    expect((await app.details(me, id)).gameweek_points).toBe(24);
  });

  it('is stored in its turn, however long another step of the season takes', async () => {
    const { season_id } = await app.game('WEEKLY', 1);
    // Longer than the pool lets a statement wait for a lock.
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and clock_timestamp() - query_start > interval '2.5 s'`;
    await app.db.transaction(async (other) => {
      await lockSeason(other, season_id, now);
      app.feed.setFixtures(1, { started: true });
      await app.feed.fixturesChanged();
      await eventually(async () => expect((await app.db.raw(waiting)).rows).toHaveLength(1));
    });
    await app.caughtUp();
    const { rows } = await app.db.raw('select distinct started from fixtures where gameweek = 1');
    expect(rows).toEqual([{ started: true }]);
  });

  it('API-22 is which gameweek is current, by its deadline', async () => {
    const current = async () => (await app.as(null).request(currentGameweekOfGames)).gameweek;
    expect(await current()).toMatchObject({ id: 1, is_current: false });
    app.clock.now = now + DAY;
    expect(await current()).toMatchObject({ id: 1, is_current: true });
    app.clock.now = now + 8 * DAY;
    expect(await current()).toMatchObject({ id: 2, gameweek_number: 2, is_current: true });
  });

  it('is a new season some day: the old games stay FINAL, new ones are made', async () => {
    const [weekly, season] = [await app.game('WEEKLY', 1), await app.game('SEASON')];
    await app.join(me, weekly.id);
    const id = await app.join(me, season.id);
    for (const gameweek of [1, 2]) {
      await app.kickOff(gameweek);
      app.feed.everybodyPlays(gameweek);
      await app.tellPoints(gameweek);
      await app.check(gameweek);
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
    await feed.everything();
    await app.caughtUp();
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
