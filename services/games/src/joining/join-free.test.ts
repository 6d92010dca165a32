import {
  getParticipation,
  joinedParticipation,
  joinGame,
  myParticipation,
  myParticipations,
} from '@touchline/api/http/entries';
import { canJoin, getGame } from '@touchline/api/http/games';
import { leaderboard } from '@touchline/api/http/leaderboard';
import { createTestDatabase, type TestDatabase, type TestNats, testNats } from '@touchline/platform/testing';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockSeason } from '../feed/feed.store.ts';
import { buildJoin, DAY, HOUR, TEAM } from '../testing/feed-builders.ts';
import { eventually, type GamesApp, refusal, startGamesApp } from '../testing/games-app.ts';

let database: TestDatabase;
let nats: TestNats;
let app: GamesApp;
const base = Date.parse('2031-08-15T12:00:00Z');
let id: string;
let n = 100;
let me: string;

beforeAll(async () => {
  [database, nats] = await Promise.all([createTestDatabase('games'), testNats()]);
  app = await startGamesApp({ databaseUrl: database.url, natsUrl: nats.url, now: base });
  for (const week of [1, 2, 3, 4]) app.feed.addGameweek(week, [base + (week - 1) * 7 * DAY + DAY]);
  app.feed.players.find((player) => player.id === 96)!.status = 'u';
  app.feed.players.find((player) => player.id === 97)!.can_select = false;
  app.feed.players.find((player) => player.id === 138)!.price = 10.5;
  await app.feed.everything();
  await app.caughtUp();
  id = (await app.game('WEEKLY', 1)).id;
});

afterAll(async () => {
  await app?.stop();
  await nats?.stop();
  await database?.drop();
});

beforeEach(() => {
  me = wallet(n++);
  app.clock.now = base;
});

describe('joining a free game', () => {
  it('API-16 DATA-07 gives a participation with its roster, baseline and game', async () => {
    const participation = joinedParticipation(
      await app.as(me).call(joinGame, { params: { id }, body: buildJoin() }),
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
    expect(participation.rank).toBeGreaterThan(0);
  });

  it('API-16 counts the participants and shows the newcomer on the leaderboard at once', async () => {
    const before = await app.as(null).call(getGame, { params: { id } });
    await app.as(me).call(joinGame, { params: { id }, body: buildJoin({ team_name: 'Newcomers' }) });
    const { game } = await app.as(null).call(getGame, { params: { id } });
    expect(game.current_participants).toBe(before.game.current_participants + 1);
    const board = await app.as(me).call(leaderboard, { params: { id } });
    expect(board.me).toMatchObject({ team_name: 'Newcomers', wallet_address: me, user_id: me });
    expect(board.total).toBe(game.current_participants);
  });

  it('API-16 answers the same participation with 200 when the same join comes again', async () => {
    const first = await app.raw('POST', `/games/${id}/join`, me, buildJoin());
    const second = await app.raw('POST', `/games/${id}/join`, me, buildJoin());
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.data).toEqual(first.body.data);
  });

  it('API-16 refuses another team of the same wallet', async () => {
    await app.as(me).call(joinGame, { params: { id }, body: buildJoin() });
    const error = await refusal(
      app.as(me).call(joinGame, { params: { id }, body: buildJoin({ team_name: 'Second' }) }),
    );
    expect(error).toMatchObject({ status: 409, code: 'ALREADY_JOINED' });
    expect(await app.as(me).call(canJoin, { params: { id } })).toMatchObject({
      canJoin: false,
      code: 'ALREADY_JOINED',
    });
  });

  it('API-16 makes one participation of thirty parallel joins, all of which are answered with it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => app.raw('POST', `/games/${id}/join`, me, buildJoin())),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(29).fill(200), 201]);
    const ids = answers.map(({ body }) => (body.data?.participation as { id: string } | undefined)?.id);
    expect(new Set(ids).size).toBe(1);
    const { rows } = await app.db.raw('select count(*)::int as n from entries where wallet_address = ?', [
      me,
    ]);
    expect(rows[0].n).toBe(1);
  });

  it('API-16 gives parallel newcomers seats without gaps or doubles', async () => {
    const wallets = Array.from({ length: 40 }, () => wallet(n++));
    await Promise.all(
      wallets.map((who) => app.as(who).call(joinGame, { params: { id }, body: buildJoin() })),
    );
    const { rows } = await app.db.raw('select ordinal from entries where game_id = ? order by ordinal', [id]);
    expect(rows.map((row: { ordinal: number }) => row.ordinal)).toEqual(
      rows.map((_: unknown, index: number) => index + 1),
    );
    const { game } = await app.as(null).call(getGame, { params: { id } });
    expect(game.current_participants).toBe(rows.length);
  });

  it('API-16 waits for nobody who takes the feed in: he will want the game that is joined', async () => {
    const { season_id } = await app.game('WEEKLY', 1);
    const taking = await app.db.transaction();
    await lockSeason(taking, season_id, base);
    const answer = await app.raw('POST', `/games/${id}/join`, me, buildJoin());
    await taking.raw('update games set version = version + 1 where id = ?', [id]);
    await taking.rollback();
    expect(answer.status).toBe(201);
  });

  it('VIEW-12 gives missing armbands to the first and the second field player', async () => {
    const body = buildJoin({ captain_id: null, vice_captain_id: undefined });
    const participation = joinedParticipation(await app.as(me).call(joinGame, { params: { id }, body }));
    const details = await app.as(me).call(getParticipation, { params: { id: participation.id } });
    expect(details.participation).toMatchObject({
      captain_id: TEAM.field[0],
      vice_captain_id: TEAM.field[1],
    });
  });

  it('raises the version of the game by one, and leaves no word of it in the outbox', async () => {
    const { rows: before } = await app.db.raw('select version from games where id = ?', [id]);
    await app.as(me).call(joinGame, { params: { id }, body: buildJoin() });
    const { rows: after } = await app.db.raw('select version from games where id = ?', [id]);
    expect(after[0].version).toBe(before[0].version + 1);
    await eventually(async () => {
      const { rows } = await app.db.raw('select count(*)::int as n from outbox');
      expect(rows[0].n).toBe(0);
    });
  });
});

/** The usual team with some players replaced, wherever they stand. */
const swap = (...pairs: [from: number, to: number][]) => {
  const body = buildJoin();
  const replaced = new Map(pairs);
  const change = (ids: number[]) => ids.map((player) => replaced.get(player) ?? player);
  return {
    ...body,
    roster: change(body.roster),
    field_players: change(body.field_players),
    bench_players: change(body.bench_players),
  };
};
const { field, bench } = TEAM;

describe('a team that breaks a rule', () => {
  const refusals: [string, object, string, string][] = [
    ['a player who does not exist', swap([10, 9999]), 'SQUAD_INVALID', 'roster.0'],
    ['a player who is unavailable', swap([95, 96]), 'SQUAD_INVALID', 'roster'],
    ['a player who cannot be selected', swap([95, 97]), 'SQUAD_INVALID', 'roster'],
    ['a third player of a club (BUILD-31)', swap([95, 86], [105, 87]), 'SQUAD_INVALID', 'roster'],
    ['six defenders', swap([125, 124]), 'SQUAD_INVALID', 'roster'],
    ['one goalkeeper', swap([20, 22]), 'SQUAD_INVALID', 'roster'],
    [
      'a player twice in the roster',
      buildJoin({ roster: [10, ...field, ...bench].slice(0, 15) }),
      'SQUAD_INVALID',
      'roster',
    ],
    ['fourteen players', buildJoin({ roster: [...field, ...bench].slice(1) }), 'VALIDATION_FAILED', 'roster'],
    ['sixteen players', buildJoin({ roster: [...field, ...bench, 200] }), 'VALIDATION_FAILED', 'roster'],
    [
      'ten on the field',
      buildJoin({ field_players: field.slice(1) as number[] }),
      'VALIDATION_FAILED',
      'field_players',
    ],
    ['five on the bench', buildJoin({ bench_players: [...bench, 10] }), 'VALIDATION_FAILED', 'bench_players'],
    [
      'a player on field and bench',
      buildJoin({ bench_players: [20, 62, 72, 115] }),
      'LINEUP_INVALID',
      'bench_players',
    ],
    [
      'somebody on the field who is not in the roster',
      buildJoin({ field_players: [11, ...field.slice(1)] }),
      'LINEUP_INVALID',
      'field_players',
    ],
    [
      'another formation than the players make',
      buildJoin({ formation: '4-4-2' }),
      'LINEUP_INVALID',
      'field_players',
    ],
    [
      'a formation that is none of the seven',
      { ...buildJoin(), formation: '5-2-3' },
      'VALIDATION_FAILED',
      'formation',
    ],
    [
      'a bench that does not begin with its goalkeeper',
      buildJoin({ bench_players: [62, 20, 72, 125] }),
      'LINEUP_INVALID',
      'bench_players',
    ],
    ['a captain on the bench', buildJoin({ captain_id: 62 }), 'LINEUP_INVALID', 'captain_id'],
    [
      'a vice-captain who is in no team of his',
      buildJoin({ vice_captain_id: 11 }),
      'LINEUP_INVALID',
      'vice_captain_id',
    ],
    [
      'a captain who is his own vice',
      buildJoin({ captain_id: 85, vice_captain_id: 85 }),
      'LINEUP_INVALID',
      'vice_captain_id',
    ],
    ['no team name', { ...buildJoin(), team_name: '   ' }, 'VALIDATION_FAILED', 'team_name'],
    [
      'a team name that nobody sees',
      { ...buildJoin(), team_name: 'a\u202Eb' },
      'VALIDATION_FAILED',
      'team_name',
    ],
    [
      'a team name that is too long',
      { ...buildJoin(), team_name: 'x'.repeat(61) },
      'VALIDATION_FAILED',
      'team_name',
    ],
    [
      'player ids as text',
      { ...buildJoin(), roster: buildJoin().roster.map(String) },
      'VALIDATION_FAILED',
      'roster.0',
    ],
    ['a missing roster', { ...buildJoin(), roster: undefined }, 'VALIDATION_FAILED', 'roster'],
    [
      'a key that the call does not know',
      { ...buildJoin(), entry_points: 999 },
      'VALIDATION_FAILED',
      'entry_points',
    ],
    [
      'a transaction hash that is none',
      { ...buildJoin(), transaction_hash: '0x12' },
      'VALIDATION_FAILED',
      'transaction_hash',
    ],
  ];
  it.each(refusals)('API-16 refuses %s', async (_, body, code, path) => {
    const { status, body: answer } = await app.raw('POST', `/games/${id}/join`, me, body);
    expect(answer.code).toBe(code);
    expect(status).toBe(code === 'VALIDATION_FAILED' ? 400 : 422);
    expect(answer.details?.map((detail) => detail.path)).toContain(path);
    expect(await refusal(app.as(me).call(myParticipation, { params: { id } }))).toMatchObject({
      status: 404,
    });
  });

  it('BUILD-30 refuses a team above 100.0 with the missing amount, and takes one of exactly 100.0', async () => {
    const expensive = app.feed.players.filter(({ id: player }) =>
      [...field, ...bench].some((mine) => mine === player),
    );
    const prices = expensive.map(({ price }) => price);
    for (const player of expensive) player.price = 6.6;
    expensive[0]!.price = 7.7;
    await app.feed.bootstrapChanged();
    await app.caughtUp();
    const error = await refusal(app.as(me).call(joinGame, { params: { id }, body: buildJoin() }));
    expect(error).toMatchObject({
      status: 422,
      code: 'SQUAD_INVALID',
      message: 'Not enough budget. Need £0.1M more',
    });
    expensive[0]!.price = 7.6;
    await app.feed.bootstrapChanged();
    await app.caughtUp();
    await app.as(me).call(joinGame, { params: { id }, body: buildJoin() });
    for (const [index, player] of expensive.entries()) player.price = prices[index]!;
    await app.feed.bootstrapChanged();
    await app.caughtUp();
  });

  it('names the players in the details', async () => {
    const { body } = await app.raw('POST', `/games/${id}/join`, me, swap([95, 96]));
    expect(body.details).toContainEqual({
      path: 'roster',
      player_id: 96,
      message: 'Player cannot be selected',
    });
  });
});

describe('when and who', () => {
  it('CHOOSE-08 refuses to join earlier than 75 hours before the start', async () => {
    const later = await app.game('WEEKLY', 2);
    const call = () => app.as(me).call(joinGame, { params: { id: later.id }, body: buildJoin() });
    app.clock.now = Date.parse(later.start_time) - 76 * HOUR;
    expect(await refusal(call())).toMatchObject({ status: 409, code: 'JOIN_NOT_OPEN' });
    expect(await app.as(me).call(canJoin, { params: { id: later.id } })).toMatchObject({
      canJoin: false,
      code: 'NOT_OPEN',
    });
    app.clock.now = Date.parse(later.start_time) - 74 * HOUR;
    expect(await app.as(me).call(canJoin, { params: { id: later.id } })).toMatchObject({ canJoin: true });
    await call();
  });

  it('CHOOSE-08 lets join until the end, not after it; the same join is still answered then', async () => {
    const game = await app.game('WEEKLY', 1);
    app.clock.now = Date.parse(game.end_time) - 1;
    await app.as(me).call(joinGame, { params: { id }, body: buildJoin() });
    app.clock.now = Date.parse(game.end_time);
    const late = await refusal(app.as(wallet(n++)).call(joinGame, { params: { id }, body: buildJoin() }));
    expect(late).toMatchObject({ status: 409, code: 'JOIN_CLOSED' });
    const again = await app.raw('POST', `/games/${id}/join`, me, buildJoin());
    expect(again.status).toBe(200);
  });

  it('PAY-01 asks for the hash of the payment when the game has a fee', async () => {
    const season = await app.game('SEASON');
    const error = await refusal(app.as(me).call(joinGame, { params: { id: season.id }, body: buildJoin() }));
    expect(error).toMatchObject({ status: 400, details: [{ path: 'transaction_hash' }] });
    expect(await app.as(me).call(canJoin, { params: { id: season.id } })).toMatchObject({ canJoin: true });
  });

  it('refuses a cancelled game', async () => {
    const game = await app.game('WEEKLY', 3);
    app.feed.setFixtures(3, { event: 4 });
    await app.feed.fixturesChanged();
    await app.caughtUp();
    const error = await refusal(app.as(me).call(joinGame, { params: { id: game.id }, body: buildJoin() }));
    expect(error).toMatchObject({ status: 409, code: 'GAME_CANCELLED' });
  });

  it('requires authentication', async () => {
    expect((await app.raw('POST', `/games/${id}/join`, null, buildJoin())).status).toBe(401);
    expect((await app.raw('GET', '/games/my-participations', null)).status).toBe(401);
  });

  it('is 404 for a game that does not exist, 400 for an id that is none', async () => {
    const nowhere = '00000000-0000-4000-8000-000000000000';
    expect((await app.raw('POST', `/games/${nowhere}/join`, me, buildJoin())).status).toBe(404);
    expect((await app.raw('GET', `/games/${nowhere}/leaderboard`, me)).status).toBe(404);
    const bad = await app.raw('POST', '/games/12/join', me, buildJoin());
    expect(bad.status).toBe(400);
    expect(bad.body.details?.[0]?.path).toBe('id');
  });
});

describe('participations', () => {
  it('API-17 is 404 before joining and the participation after it', async () => {
    expect(await refusal(app.as(me).call(myParticipation, { params: { id } }))).toMatchObject({
      status: 404,
    });
    const joined = joinedParticipation(
      await app.as(me).call(joinGame, { params: { id }, body: buildJoin() }),
    );
    const mine = await app.as(me).call(myParticipation, { params: { id } });
    expect(mine.participation.id).toBe(joined.id);
  });

  it('API-18 lists what I take part in, and nobody else', async () => {
    await app.as(me).call(joinGame, { params: { id }, body: buildJoin() });
    const { participations } = await app.as(me).call(myParticipations, { query: { realtime: 'true' } });
    expect(participations.map((each) => each.game_id)).toEqual([id]);
    expect((await app.as(wallet(n++)).call(myParticipations)).participations).toEqual([]);
  });

  it('API-26 DATA-08 details have the fifteen players with all their fields', async () => {
    const participation = joinedParticipation(
      await app.as(me).call(joinGame, { params: { id }, body: buildJoin() }),
    );
    const { participation: details } = await app
      .as(me)
      .call(getParticipation, { params: { id: participation.id } });
    expect(details).toMatchObject({
      formation: '3-4-3',
      captain_id: 138,
      vice_captain_id: 85,
      gameweek: null,
      gameweeks: [],
    });
    expect(details.field_players).toEqual(field);
    expect(details.bench_players).toEqual(bench);
    expect(details.players).toHaveLength(15);
    expect(details.players[0]).toMatchObject({
      id: 10,
      full_name: 'First Player10',
      real_team_name: 'Club 1',
      position: 1,
      current_points: 0,
      price: 5,
      form: 1.5,
      locked: false,
    });
  });

  it('API-26 is 404 for somebody else', async () => {
    const participation = joinedParticipation(
      await app.as(me).call(joinGame, { params: { id }, body: buildJoin() }),
    );
    const stranger = app.as(wallet(n++));
    const error = await refusal(stranger.call(getParticipation, { params: { id: participation.id } }));
    expect(error).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});
