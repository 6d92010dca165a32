import { getParticipation, joinGame, requireParticipation } from '@touchline/api/http/entries';
import { canJoin, createTournament, entryFees, getGame, listGames } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildJoin, DAY, HOUR, MINUTE, TEAM } from '../testing/feed-builders.ts';
import { startGamesApp } from '../testing/games-app.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { PLAN } from '../testing/prize-suite.ts';

const ADMIN = wallet(1);
const base = Date.parse('2031-08-15T12:00:00Z');
/** Gameweek n: five matches at this time, five a day later. */
const kickoff = (week: number) => base + (week - 1) * 7 * DAY + DAY;

let n = 100;
let me: string;

const NO_PRIZES = { ...PLAN, guarantee: '0', min_entries: 1 };
/** Only stakers can win the prizes of free games. */
const plans = {
  SEASON: NO_PRIZES,
  WEEKLY: { ...NO_PRIZES, eligibility: 'STAKERS' },
  TOURNAMENT: NO_PRIZES,
} as const;
const app = setUpGamesSuite((dependencies) =>
  startGamesApp({ ...dependencies, now: base, adminWallets: [ADMIN], plans }),
);

beforeAll(async () => {
  for (const week of [1, 2, 3]) app.feed.addGameweek(week, [kickoff(week), kickoff(week) + DAY]);
  await app.feed.publishAll();
  await app.waitForFeed();
});

beforeEach(() => {
  me = wallet(n++);
  app.clock.now = base;
});

const iso = (ms: number) => new Date(ms).toISOString();
const request = (changes: object = {}) => ({
  game_type: 'TOURNAMENT' as const,
  name: 'Cup',
  entry_fee: '1000',
  start_time: iso(kickoff(1)),
  end_time: iso(kickoff(1) - 30 * MINUTE),
  ...changes,
});

const create = async (changes: object = {}) => {
  const { game } = await app.as(ADMIN).request(createTournament, { body: request(changes) });
  return game;
};

describe('creating a tournament', () => {
  it('API-15 TOURN-11 DATA-05 a tournament is created from five fields, has twenty seats and ends after its gameweek', async () => {
    const { status, body } = await app.raw('POST', '/games', ADMIN, request({ name: '  Winter Cup ' }));
    expect(status).toBe(201);
    expect(body.data?.game).toMatchObject({
      name: 'Winter Cup',
      description: 'All matches of gameweek 1 that kick off at the start time or later. Up to 20 teams.',
      game_type: 'TOURNAMENT',
      status: 'UPCOMING',
      entry_fee: '1000',
      season_id: '2031',
      start_time: iso(kickoff(1)),
      end_time: iso(kickoff(1) + DAY + 150 * MINUTE),
      join_opens_at: iso(kickoff(1) - 2 * HOUR),
      join_deadline: iso(kickoff(1) - 30 * MINUTE),
      first_gameweek: 1,
      last_gameweek: 1,
      current_participants: 0,
      max_participants: 20,
    });
    const { games } = await app.as(null).request(listGames, { query: { game_type: 'TOURNAMENT' } });
    expect(games.map(({ name }) => name)).toContain('Winter Cup');
  });

  it('a tournament without an entry fee has the eligibility of free games', async () => {
    const free = await create({ entry_fee: '0.0' });
    const paid = await create();
    expect([free.prizes.eligibility, paid.prizes.eligibility]).toEqual(['STAKERS', 'ALL']);
  });

  it('API-15 a new tournament requires an administrator', async () => {
    expect((await app.raw('POST', '/games', null, request())).status).toBe(401);
    const { status, body } = await app.raw('POST', '/games', me, request());
    expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
  });

  it.each<[string, object, string]>([
    ['a name of spaces only (TOURN-12)', { name: '   ' }, 'name'],
    ['no name (TOURN-12)', { name: undefined }, 'name'],
    ['no start (TOURN-12)', { start_time: undefined }, 'start_time'],
    ['no deadline (TOURN-12)', { end_time: undefined }, 'end_time'],
    ['a start that is not a time', { start_time: 'tomorrow' }, 'start_time'],
    ['a start in the past', { start_time: iso(base) }, 'start_time'],
    ['a start without any match after it', { start_time: iso(kickoff(3) + 2 * DAY) }, 'start_time'],
    ['a deadline before the window opens', { end_time: iso(kickoff(1) - 2 * HOUR) }, 'end_time'],
    ['a fee that is not an amount', { entry_fee: '-5' }, 'entry_fee'],
    ['a fee with 19 decimals', { entry_fee: '1.1234567890123456789' }, 'entry_fee'],
    ['another kind of game', { game_type: 'SEASON' }, 'game_type'],
    ['a description, which is not sent (TOURN-11)', { description: 'x' }, 'description'],
    ['a number of seats', { max_participants: 1000 }, 'max_participants'],
  ])('API-15 a new tournament is rejected for %s, which names the field', async (_, changes, path) => {
    const { status, body } = await app.raw('POST', '/games', ADMIN, request(changes));
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.details?.map((detail) => detail.path)).toContain(path);
  });

  it('API-15 the rejection of a period without matches gives the reason', async () => {
    const { body } = await app.raw(
      'POST',
      '/games',
      ADMIN,
      request({ start_time: iso(kickoff(3) + 2 * DAY) }),
    );
    expect(body.details).toEqual([{ path: 'start_time', message: 'No matches in this period' }]);
  });

  it('API-15 a deadline in the past is rejected, even when the join window is open', async () => {
    app.clock.now = kickoff(1) - HOUR;
    const { body } = await app.raw(
      'POST',
      '/games',
      ADMIN,
      request({ end_time: iso(kickoff(1) - 90 * MINUTE) }),
    );
    expect(body.details?.[0]).toMatchObject({ path: 'end_time' });
  });

  it('API-20 the entry fees include that of tournaments', async () => {
    expect(await app.as(null).request(entryFees)).toMatchObject({
      TOURNAMENT: '1000',
      SEASON: '500',
      WEEKLY: '0',
    });
  });
});

describe('joining a tournament', () => {
  const eligibility = async (id: string) => {
    const { canJoin: can, code } = await app.as(me).request(canJoin, { params: { id } });
    return [can, code];
  };

  it('TOURN-04 API-21 a tournament can be joined from two hours before the start until the deadline', async () => {
    const { id } = await create();
    app.clock.now = kickoff(1) - 121 * MINUTE;
    expect(await eligibility(id)).toEqual([false, 'NOT_OPEN']);
    app.clock.now = kickoff(1) - 120 * MINUTE;
    expect(await eligibility(id)).toEqual([true, null]);
    app.clock.now = kickoff(1) - 119 * MINUTE;
    expect(await eligibility(id)).toEqual([true, null]);
    app.clock.now = kickoff(1) - 30 * MINUTE;
    expect(await eligibility(id)).toEqual([false, 'CLOSED']);
  });

  it('TOURN-04 a tournament with a deadline after its start can be joined late; only later matches count', async () => {
    const { id } = await create({ entry_fee: '0', end_time: iso(kickoff(1) + 10 * HOUR) });
    app.clock.now = kickoff(1) + HOUR;
    const { game } = await app.as(null).request(getGame, { params: { id } });
    expect(game.status).toBe('ACTIVE');
    expect(await eligibility(id)).toEqual([true, null]);
    const { participation } = await details(id);
    expect(participation.gameweeks[0]).toMatchObject({ matches: 8, matches_counting: 4 });
    app.clock.now = kickoff(1) + 10 * HOUR;
    me = wallet(n++);
    expect(await eligibility(id)).toEqual([false, 'CLOSED']);
  });

  const details = async (id: string) => {
    const response = await app.as(me).request(joinGame, { params: { id }, body: buildJoin() });
    const joined = requireParticipation(response);
    return app.as(me).request(getParticipation, { params: { id: joined.id } });
  };

  it('TOURN-05 a tournament counts its participants', async () => {
    const { id } = await create({ entry_fee: '0' });
    app.clock.now = kickoff(1) - HOUR;
    await details(id);
    const { game } = await app.as(null).request(getGame, { params: { id } });
    expect(game).toMatchObject({ current_participants: 1, max_participants: 20 });
    expect(await eligibility(id)).toEqual([false, 'ALREADY_JOINED']);
  });

  it('a tournament counts only the matches between its start and its end', async () => {
    // Starts between the two days of gameweek 2.
    const start = kickoff(2) + 12 * HOUR;
    app.clock.now = start - HOUR;
    const { id } = await create({ entry_fee: '0', start_time: iso(start), end_time: iso(start) });
    const joined = requireParticipation(
      await app.as(me).request(joinGame, { params: { id }, body: buildJoin() }),
    );
    app.feed.playAll(2);
    app.feed.setFixtures(2, { started: true });
    const early = new Set(
      app.feed.fixtures
        .filter(({ event, kickoff_time }) => event === 2 && Date.parse(kickoff_time!) < start)
        .flatMap(({ team_h, team_a }) => [team_h, team_a]),
    );
    const tooEarly = (player: number) => early.has(Math.floor(player / 10));
    for (const player of TEAM.field.filter(tooEarly)) app.feed.score(2, player, { points: 40 });
    app.clock.now = kickoff(2) + DAY + HOUR;
    await app.feed.publishFixtures();
    await app.feed.publishLive(2);
    await app.waitForFeed();
    const { participation } = await app.as(me).request(getParticipation, { params: { id: joined.id } });
    const [gameweek] = participation.gameweeks;
    expect(gameweek).toMatchObject({ gameweek: 2, matches: 4, matches_counting: 4 });
    expect(
      new Set(gameweek!.players.map(({ id: player, points }) => [tooEarly(player), points].join())),
    ).toEqual(new Set(['true,0', 'false,2']));
    const standings = await app.as(me).request(leaderboard, { params: { id } });
    expect(standings.me?.gameweek_points).toBe(gameweek!.points);
    expect(gameweek!.points).toBeLessThan(40);
  });
});

describe('changes of a tournament by the feed', () => {
  it('a tournament keeps its start, ends after the last match and is cancelled without matches', async () => {
    const { id } = await create({ start_time: iso(kickoff(3) - HOUR), end_time: iso(kickoff(3)) });
    const game = async () => (await app.as(null).request(getGame, { params: { id } })).game;
    const move = async (ms: number) => {
      app.feed.setFixtures(3, { kickoff_time: iso(kickoff(3) + ms) });
      await app.feed.publishFixtures();
      await app.waitForFeed();
    };
    await move(2 * DAY);
    expect(await game()).toMatchObject({
      start_time: iso(kickoff(3) - HOUR),
      end_time: iso(kickoff(3) + 2 * DAY + 150 * MINUTE),
    });
    await move(-2 * HOUR);
    expect((await game()).status).toBe('CANCELLED');
    await move(DAY);
    expect((await game()).status).toBe('UPCOMING');
  });
});
