import {
  getParticipation,
  joinGame,
  myParticipation,
  requireParticipation,
} from '@touchline/api/http/entries';
import { canJoin, getGame } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually, rejection } from '@touchline/service-kit/testing/waiting';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { lockSeason } from '../feed/feed.store.ts';
import { buildJoin, DAY, everyWeek, HOUR, TEAM } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

const base = Date.parse('2031-08-15T12:00:00Z');
let id: string;
let n = 100;
let me: string;

const app = setUpGamesSuite((dependencies) =>
  startPointsSuite(dependencies, base, everyWeek(base + DAY, 4), { seasonFee: '500' }),
);

beforeAll(async () => {
  id = (await app.game('WEEKLY', 1)).id;
});

beforeEach(() => {
  me = wallet(n++);
  app.clock.now = base;
});

describe('joining a free game', () => {
  it('API-16 DATA-07 a join returns a participation with its roster, baseline and game', async () => {
    const participation = requireParticipation(
      await app.as(me).request(joinGame, { params: { id }, body: buildJoin() }),
    );
    expect(participation).toMatchObject({
      game_id: id,
      team_name: 'Real Zagreb',
      formation: '3-4-3',
      entry_points: 110,
      current_points: 110,
      earned_points: 0,
      gameweek_points: 0,
      coefficient_applied: 1,
      game: { id, name: 'Gameweek 1', game_type: 'WEEKLY', status: 'UPCOMING', entry_fee: '0' },
    });
    expect(participation.roster_snapshot).toHaveLength(15);
    expect(participation.roster_snapshot[0]).toMatchObject({
      id: 10,
      code: 10010,
      team: 1,
      team_code: 101,
      position: 1,
      price: 5,
    });
    // The join does not wait for the standings, which show the team immediately.
    expect(participation.rank).toBeNull();
    const mine = await app.as(me).request(myParticipation, { params: { id } });
    expect(mine.participation).toEqual({ ...participation, rank: 1 });
  });

  it('API-16 a join is counted, and the leaderboard shows the new entry immediately', async () => {
    const before = await app.as(null).request(getGame, { params: { id } });
    await app.as(me).request(joinGame, { params: { id }, body: buildJoin({ team_name: 'New Entries' }) });
    const { game } = await app.as(null).request(getGame, { params: { id } });
    expect(game.current_participants).toBe(before.game.current_participants + 1);
    const standings = await app.as(me).request(leaderboard, { params: { id } });
    expect(standings.me).toMatchObject({ team_name: 'New Entries', wallet_address: me, user_id: me });
    expect(standings.total).toBe(game.current_participants);
  });

  it('S24 a join stores and shows a team name in its compatibility form, and rejects an unreadable one', async () => {
    const join = (team_name: string) =>
      app.as(me).request(joinGame, { params: { id }, body: buildJoin({ team_name }) });
    for (const name of [
      'AB\u2028CD',
      '\u3164',
      '\u2800\u2800',
      '\uFE0F\uFE0F',
      'A\u034FB',
      `a${'\u0301'.repeat(25)}`,
    ])
      expect(await rejection(join(name))).toMatchObject({
        status: 400,
        details: expect.arrayContaining([expect.objectContaining({ path: 'team_name' })]),
      });
    expect(requireParticipation(await join(' Ｒｅａｌ Zagreb ')).team_name).toBe('Real Zagreb');
    const standings = await app.as(me).request(leaderboard, { params: { id } });
    expect(standings.me?.team_name).toBe('Real Zagreb');
  });

  it('API-16 a repeated join returns the same participation with 200', async () => {
    const first = await app.raw('POST', `/games/${id}/join`, me, buildJoin());
    const second = await app.raw('POST', `/games/${id}/join`, me, buildJoin());
    expect([first.status, second.status]).toEqual([201, 200]);
    const [joined, repeated] = [first, second].map(({ body }) => body.data?.participation as object);
    expect(repeated).toEqual({ ...joined, rank: 1 });
  });

  it('API-16 a second team of the same wallet is rejected', async () => {
    await app.as(me).request(joinGame, { params: { id }, body: buildJoin() });
    const error = await rejection(
      app.as(me).request(joinGame, { params: { id }, body: buildJoin({ team_name: 'Second' }) }),
    );
    expect(error).toMatchObject({ status: 409, code: 'ALREADY_JOINED' });
    expect(await app.as(me).request(canJoin, { params: { id } })).toMatchObject({
      canJoin: false,
      code: 'ALREADY_JOINED',
    });
  });

  it('API-16 thirty parallel joins create one participation, which all receive', async () => {
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => app.raw('POST', `/games/${id}/join`, me, buildJoin())),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array<number>(29).fill(200), 201]);
    const ids = responses.map(({ body }) => (body.data?.participation as { id: string } | undefined)?.id);
    expect(new Set(ids).size).toBe(1);
    const { rows } = await app.db.raw('select count(*)::int as n from entries where wallet_address = ?', [
      me,
    ]);
    expect(rows[0].n).toBe(1);
  });

  it('API-16 parallel joins are numbered without gaps or duplicates', async () => {
    const wallets = Array.from({ length: 40 }, () => wallet(n++));
    await Promise.all(
      wallets.map((who) => app.as(who).request(joinGame, { params: { id }, body: buildJoin() })),
    );
    const { rows } = await app.db.raw('select ordinal from entries where game_id = ? order by ordinal', [id]);
    expect(rows.map((row: { ordinal: number }) => row.ordinal)).toEqual(
      rows.map((_: unknown, index: number) => index + 1),
    );
    const { game } = await app.as(null).request(getGame, { params: { id } });
    expect(game.current_participants).toBe(rows.length);
  });

  it('a join does not wait for a transaction that stores feed data, which would deadlock on the game', async () => {
    const { season_id } = await app.game('WEEKLY', 1);
    const storing = await app.db.transaction();
    onTestFinished(async () => void (await storing.rollback()));
    await lockSeason(storing, season_id, base);
    const response = await app.raw('POST', `/games/${id}/join`, me, buildJoin());
    await storing.raw('update games set version = version + 1 where id = ?', [id]);
    expect(response.status).toBe(201);
  });

  it('VIEW-12 a join gives missing armbands to the first and the second field player', async () => {
    const body = buildJoin({ captain_id: null, vice_captain_id: undefined });
    const participation = requireParticipation(await app.as(me).request(joinGame, { params: { id }, body }));
    const details = await app.as(me).request(getParticipation, { params: { id: participation.id } });
    expect(details.participation).toMatchObject({
      captain_id: TEAM.field[0],
      vice_captain_id: TEAM.field[1],
    });
  });

  it('a join raises the version of the game by one, and its event leaves the outbox', async () => {
    const { rows: before } = await app.db.raw('select version from games where id = ?', [id]);
    await app.as(me).request(joinGame, { params: { id }, body: buildJoin() });
    const { rows: after } = await app.db.raw('select version from games where id = ?', [id]);
    expect(after[0].version).toBe(before[0].version + 1);
    await eventually(async () => {
      const { rows } = await app.db.raw('select count(*)::int as n from outbox');
      expect(rows[0].n).toBe(0);
    });
  });
});

describe('the join window', () => {
  it('CHOOSE-08 a join earlier than 75 hours before the start is rejected', async () => {
    const later = await app.game('WEEKLY', 2);
    const join = () => app.as(me).request(joinGame, { params: { id: later.id }, body: buildJoin() });
    app.clock.now = Date.parse(later.start_time) - 76 * HOUR;
    expect(await rejection(join())).toMatchObject({ status: 409, code: 'JOIN_NOT_OPEN' });
    expect(await app.as(me).request(canJoin, { params: { id: later.id } })).toMatchObject({
      canJoin: false,
      code: 'NOT_OPEN',
    });
    app.clock.now = Date.parse(later.start_time) - 74 * HOUR;
    expect(await app.as(me).request(canJoin, { params: { id: later.id } })).toMatchObject({ canJoin: true });
    await join();
  });

  it('CHOOSE-08 joining is possible until the end, not after it; a repeated join still succeeds', async () => {
    const game = await app.game('WEEKLY', 1);
    app.clock.now = Date.parse(game.end_time) - 1;
    await app.as(me).request(joinGame, { params: { id }, body: buildJoin() });
    app.clock.now = Date.parse(game.end_time);
    const late = await rejection(
      app.as(wallet(n++)).request(joinGame, { params: { id }, body: buildJoin() }),
    );
    expect(late).toMatchObject({ status: 409, code: 'JOIN_CLOSED' });
    const again = await app.raw('POST', `/games/${id}/join`, me, buildJoin());
    expect(again.status).toBe(200);
  });

  it('PAY-01 a join requires a payment hash when the game has a fee', async () => {
    const season = await app.game('SEASON');
    const error = await rejection(
      app.as(me).request(joinGame, { params: { id: season.id }, body: buildJoin() }),
    );
    expect(error).toMatchObject({ status: 400, details: [{ path: 'transaction_hash' }] });
    expect(await app.as(me).request(canJoin, { params: { id: season.id } })).toMatchObject({ canJoin: true });
  });

  it('a join of a cancelled game is rejected', async () => {
    const game = await app.game('WEEKLY', 3);
    app.feed.setFixtures(3, { event: 4 });
    await app.feed.publishFixtures();
    await app.waitForFeed();
    const error = await rejection(
      app.as(me).request(joinGame, { params: { id: game.id }, body: buildJoin() }),
    );
    expect(error).toMatchObject({ status: 409, code: 'GAME_CANCELLED' });
  });

  it('joining and listing participations require authentication', async () => {
    expect((await app.raw('POST', `/games/${id}/join`, null, buildJoin())).status).toBe(401);
    expect((await app.raw('GET', '/games/my-participations', null)).status).toBe(401);
  });

  it('a join of an unknown game is 404, one with a malformed id 400', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await app.raw('POST', `/games/${unknown}/join`, me, buildJoin())).status).toBe(404);
    expect((await app.raw('GET', `/games/${unknown}/leaderboard`, me)).status).toBe(404);
    const bad = await app.raw('POST', '/games/12/join', me, buildJoin());
    expect(bad.status).toBe(400);
    expect(bad.body.details?.[0]?.path).toBe('id');
  });
});
