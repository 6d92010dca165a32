import { joinGame, requireParticipation } from '@touchline/api/http/entries';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { describe, expect, it } from 'vitest';
import { buildJoin, DAY, HOUR } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startWeekendSuite } from '../testing/weekend-suite.ts';

// Edge cases of players who did not play, or hardly. Clubs 1 to 10 play on Saturday (starters 10, 32, 42, 52, 85, 95, 105;
// bench 20, 62, 72), clubs 11 to 20 on Sunday (starters 115, 138, 148, 158; bench 125).
const now = Date.parse('2031-08-15T12:00:00Z');
const app = setUpGamesSuite((dependencies) => startWeekendSuite(dependencies, now), 'test');
const me = wallet(1);
const captain = 138;
const vice = 85;

const absent = (...players: number[]) => {
  for (const player of players) app.feed.score(1, player, { minutes: 0 });
};

async function playBothDays(): Promise<void> {
  for (const day of ['saturday', 'sunday'] as const) await app.end(1, day);
}

describe('a double gameweek', () => {
  it('a starter with 0 minutes first and 20 later has played: no substitution, the captain keeps the armband', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    const monday = app.sunday(1) + DAY;
    // Clubs 13 (captain) and 15 (158) play again on Monday.
    app.addMatch({ id: 190, event: 1, team_h: 13, team_a: 15, kickoff: monday });
    await app.feed.publishFixtures();
    await app.waitForFeed();
    absent(captain, 158);
    await playBothDays();
    const between = await app.scored(me, weekly, id, 1);
    expect(between).toMatchObject({ points: 9 * 2, armband: captain, substitutions: [] });

    app.feed.score(1, captain, { fixture: 190, minutes: 20, points: 1 });
    app.feed.score(1, 158, { fixture: 190, minutes: 20, points: 5 });
    await app.end(1, 190);
    const after = await app.scored(me, weekly, id, 1);
    expect(after).toMatchObject({ points: 9 * 2 + 2 * 1 + 5, armband: captain, substitutions: [] });
    expect(after.players.find((player) => player.id === 158)).toEqual({ id: 158, points: 5, minutes: 20 });
    await app.checkGameweek(1);
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: 25, settled: true });
  });
});

describe('a red card from the bench', () => {
  it('a red card counts as playing: no substitution, negative points count, the captain keeps the armband', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    for (const player of [52, captain]) app.feed.score(1, player, { minutes: 0, points: -3, cards: 1 });
    await playBothDays();
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({
      points: 9 * 2 - 3 - 2 * 3,
      armband: captain,
      substitutions: [],
    });
  });

  it('a substitute with a red card comes in with negative points', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    absent(52);
    app.feed.score(1, 62, { minutes: 0, points: -3, cards: 1 });
    await playBothDays();
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({
      points: 11 * 2 - 3,
      substitutions: [{ out: 52, in: 62, projected: false }],
    });
  });
});

describe('substitutions within legal formations', () => {
  it('CONST-05 the next bench player comes in when the first would break the formation', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id, { bench_players: [20, 125, 62, 72] });
    absent(52);
    app.feed.score(1, 125, { points: 20 }); // a midfielder: 2-5-3 does not exist
    app.feed.score(1, 62, { points: 3 });
    await playBothDays();
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({
      points: 11 * 2 + 3,
      substitutions: [{ out: 52, in: 62, projected: false }],
    });
  });

  it('CONST-05 ten players remain when no bench player fits the formation', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id, { bench_players: [20, 125, 62, 72] });
    absent(52, 62, 72);
    app.feed.score(1, 125, { points: 20 });
    app.feed.score(1, 20, { points: 20 }); // a goalkeeper never replaces a defender
    await playBothDays();
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: 11 * 2, substitutions: [] });
  });

  it('CONST-05 the last of three absent forwards is not replaced', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    absent(captain, 148, 158);
    await playBothDays();
    const scored = await app.scored(me, weekly, id, 1);
    // 4-4-2 by 62, 5-4-1 by 72; with 125 for the last one it would be 5-5-0.
    expect(scored.substitutions.map((pair) => [pair.out, pair.in])).toEqual([
      [captain, 62],
      [148, 72],
    ]);
    expect(scored).toMatchObject({ points: 10 * 2 + 2, armband: vice });
  });
});

describe('a player who leaves the league', () => {
  it('a player who left keeps their points and place, is substituted from then on, and cannot be picked', async () => {
    const season = await app.game('SEASON');
    const id = await app.join(me, season.id);
    app.feed.score(1, captain, { points: 9 });
    await playBothDays();
    await app.checkGameweek(1);
    const first = await app.scored(me, season, id, 1);
    expect(first).toMatchObject({ points: 10 * 2 + 18, settled: true });

    // The feed first reports status u and later drops the player.
    app.clock.now = app.saturday(2) - DAY;
    Object.assign(app.feed.players.find((player) => player.id === captain)!, {
      status: 'u',
      can_select: false,
    });
    await app.feed.publishBootstrap();
    await app.waitForFeed();
    const weekly = await app.game('WEEKLY', 2);
    const late = app.as(wallet(2)).request(joinGame, { params: { id: weekly.id }, body: buildJoin() });
    const error = await rejection(late);
    expect(error).toMatchObject({ status: 422, code: 'SQUAD_INVALID' });
    expect(error.details.map(({ player_id }) => player_id)).toContain(captain);
    // The existing team is not validated again.
    await app.save(me, id, [[52, 62]]);
    app.feed.players = app.feed.players.filter((player) => player.id !== captain);
    await app.feed.publishBootstrap();
    await app.waitForFeed();
    app.feed.score(2, 62, { points: 6 });
    for (const day of ['saturday', 'sunday'] as const) await app.end(2, day);
    expect(await app.scored(me, season, id, 2)).toMatchObject({
      points: 9 * 2 + 2 + 2 + 6,
      armband: vice,
      substitutions: [{ out: captain, in: 52, projected: false }],
    });
    const team = await app.details(me, id);
    expect(team.players.find((player) => player.id === captain)).toMatchObject({
      full_name: `First Player${captain}`,
      status: 'u',
      current_points: 0,
    });
    await app.checkGameweek(2);
    expect(await app.scored(me, season, id, 1)).toEqual(first);
    expect((await app.details(me, id)).earned_points).toBe(38 + 28);
  });

  it('a player who leaves during a gameweek keeps the points of the match they played', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    app.feed.score(1, vice, { points: 11 });
    await app.end(1, 'saturday');
    // The player moves to a club that plays on Sunday.
    Object.assign(app.feed.players.find((player) => player.id === vice)!, { team: 19, status: 'u' });
    await app.feed.publishBootstrap();
    await app.waitForFeed();
    absent(captain);
    app.feed.score(1, vice, { fixture: 109, minutes: 0 });
    await app.end(1, 'sunday');
    await app.checkGameweek(1);
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: 9 * 2 + 2 + 2 * 11, armband: vice });
  });
});

describe('a late joiner', () => {
  it('a late joiner gets no points of a starter who had already played; that starter is substituted', async () => {
    const weekly = await app.game('WEEKLY', 1);
    // Clubs 3 and 4 open the gameweek.
    await app.move([101], { kickoff: app.saturday(1) - 3 * HOUR });
    app.feed.score(1, 32, { points: 12 });
    app.feed.score(1, 42, { points: 10 });
    await app.end(1, 101);
    const joined = await app.as(me).request(joinGame, {
      params: { id: weekly.id },
      body: buildJoin({ captain_id: 32, vice_captain_id: vice }),
    });
    const { id } = requireParticipation(joined);
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: 0, matches: 8, matches_counting: 7 });
    app.feed.score(1, vice, { points: 7 });
    app.feed.score(1, 62, { points: 4 });
    await playBothDays();
    const scored = await app.scored(me, weekly, id, 1);
    expect(scored.substitutions).toEqual([
      { out: 32, in: 62, projected: false },
      { out: 42, in: 72, projected: false },
    ]);
    expect(scored).toMatchObject({ points: 8 * 2 + 2 * 7 + 4 + 2, armband: vice });
    expect(scored.players.find((player) => player.id === 32)).toEqual({ id: 32, points: 0, minutes: 0 });
    await app.checkGameweek(1);
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: 36, settled: true });
    // The match is listed with its points, but does not count.
    expect((await app.details(me, id)).players.find((player) => player.id === 32)?.fixtures).toMatchObject([
      { counts: false, points: 12 },
    ]);
  });
});
