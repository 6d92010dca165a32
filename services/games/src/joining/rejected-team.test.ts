import { joinGame, myParticipation } from '@touchline/api/http/entries';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildJoin, DAY, TEAM } from '../testing/feed-builders.ts';
import { startGamesApp } from '../testing/games-app.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';

const base = Date.parse('2031-08-15T12:00:00Z');
let id: string;
let n = 100;
let me: string;

const app = setUpGamesSuite((dependencies) => startGamesApp({ ...dependencies, now: base }));

beforeAll(async () => {
  for (const week of [1, 2, 3, 4]) app.feed.addGameweek(week, [base + (week - 1) * 7 * DAY + DAY]);
  app.feed.players.find((player) => player.id === 96)!.status = 'u';
  app.feed.players.find((player) => player.id === 97)!.can_select = false;
  app.feed.players.find((player) => player.id === 138)!.price = 10.5;
  await app.feed.publishAll();
  await app.waitForFeed();
  id = (await app.game('WEEKLY', 1)).id;
});

beforeEach(() => {
  me = wallet(n++);
  app.clock.now = base;
});

/** The team of `buildJoin` with some players replaced in roster and lineup. */
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

describe('an invalid team', () => {
  const rejections: [string, object, string, string][] = [
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
      'a player on the field who is not in the roster',
      buildJoin({ field_players: [11, ...field.slice(1)] }),
      'LINEUP_INVALID',
      'field_players',
    ],
    [
      'a formation that does not match the players',
      buildJoin({ formation: '4-4-2' }),
      'LINEUP_INVALID',
      'field_players',
    ],
    ['an unknown formation', { ...buildJoin(), formation: '5-2-3' }, 'VALIDATION_FAILED', 'formation'],
    [
      'a bench that does not start with its goalkeeper',
      buildJoin({ bench_players: [62, 20, 72, 125] }),
      'LINEUP_INVALID',
      'bench_players',
    ],
    ['a captain on the bench', buildJoin({ captain_id: 62 }), 'LINEUP_INVALID', 'captain_id'],
    [
      'a vice-captain who is not in the roster',
      buildJoin({ vice_captain_id: 11 }),
      'LINEUP_INVALID',
      'vice_captain_id',
    ],
    [
      'the same player as captain and vice-captain',
      buildJoin({ captain_id: 85, vice_captain_id: 85 }),
      'LINEUP_INVALID',
      'vice_captain_id',
    ],
    ['no team name', { ...buildJoin(), team_name: '   ' }, 'VALIDATION_FAILED', 'team_name'],
    [
      'a team name with an invisible character',
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
    ['an unknown key', { ...buildJoin(), entry_points: 999 }, 'VALIDATION_FAILED', 'entry_points'],
    [
      'a malformed transaction hash',
      { ...buildJoin(), transaction_hash: '0x12' },
      'VALIDATION_FAILED',
      'transaction_hash',
    ],
  ];
  it.each(rejections)('A8 API-16 a join with %s is rejected', async (_, body, code, path) => {
    const { status, body: response } = await app.raw('POST', `/games/${id}/join`, me, body);
    expect(response.code).toBe(code);
    expect(status).toBe(code === 'VALIDATION_FAILED' ? 400 : 422);
    expect(response.details?.map((detail) => detail.path)).toContain(path);
    expect(await rejection(app.as(me).request(myParticipation, { params: { id } }))).toMatchObject({
      status: 404,
    });
  });

  it('BUILD-30 a team above 100.0 is rejected with the missing amount, and exactly 100.0 accepted', async () => {
    const expensive = app.feed.players.filter(({ id: player }) =>
      [...field, ...bench].some((mine) => mine === player),
    );
    const prices = expensive.map(({ price }) => price);
    for (const player of expensive) player.price = 6.6;
    expensive[0]!.price = 7.7;
    await app.feed.publishBootstrap();
    await app.waitForFeed();
    const error = await rejection(app.as(me).request(joinGame, { params: { id }, body: buildJoin() }));
    expect(error).toMatchObject({
      status: 422,
      code: 'SQUAD_INVALID',
      message: 'Not enough budget. Need £0.1M more',
    });
    expensive[0]!.price = 7.6;
    await app.feed.publishBootstrap();
    await app.waitForFeed();
    await app.as(me).request(joinGame, { params: { id }, body: buildJoin() });
    for (const [index, player] of expensive.entries()) player.price = prices[index]!;
    await app.feed.publishBootstrap();
    await app.waitForFeed();
  });

  it('the details of a rejection name the players', async () => {
    const { body } = await app.raw('POST', `/games/${id}/join`, me, swap([95, 96]));
    expect(body.details).toContainEqual({
      path: 'roster',
      player_id: 96,
      message: 'Player cannot be selected',
    });
  });
});
