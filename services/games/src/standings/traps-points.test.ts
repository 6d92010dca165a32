import { canJoin, getGame } from '@touchline/api/http/games';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeStaking } from '../testing/fake-staking.ts';
import { DAY, MINUTE, TEAM } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startWeekendSuite, type WeekendSuite } from '../testing/weekend-suite.ts';

// Edge cases of points that change, disappear or are multiplied.
const now = Date.parse('2031-08-15T12:00:00Z');
const app = setUpGamesSuite((dependencies) => startWeekendSuite(dependencies, now), 'test');
const me = wallet(1);
const captain = 138;
const vice = 85;

const score = (player: number, changes: Parameters<WeekendSuite['feed']['score']>[2]) =>
  app.feed.score(1, player, changes);

describe('bonus points', () => {
  it('bonus is provisional by BPS until the feed reports it, then only the feed’s bonus counts', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    // Match of clubs 7 and 8: 86 leads, the vice-captain and 76 share second place, so there is no third place.
    score(86, { points: 5, bps: 50 });
    score(vice, { points: 5, bps: 40 });
    score(76, { points: 2, bps: 40 });
    score(72, { points: 2, bps: 30 });
    await app.end(1, 'saturday');
    const shownOf = async (player: number) =>
      (await app.details(me, id)).players.find((one) => one.id === player)?.fixtures[0];
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: 6 * 2 + 5 + 2 });
    expect(await shownOf(vice)).toMatchObject({ points: 7, provisional_bonus: 2 });
    expect(await shownOf(72)).toMatchObject({ points: 2, provisional_bonus: 0 });
    // The leader's BPS are corrected: the vice-captain leads.
    score(86, { points: 5, bps: 39 });
    await app.publishPoints(1);
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: 6 * 2 + 5 + 3 });
    // The feed decides otherwise, for this match alone.
    score(86, { points: 8, bps: 39, bonus: 3 });
    score(vice, { points: 6, bps: 40, bonus: 1 });
    score(10, { points: 2, bps: 20 });
    await app.publishPoints(1);
    expect(await shownOf(vice)).toMatchObject({ points: 6, provisional_bonus: 0 });
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: 6 * 2 + 6 + 3 });
    await app.end(1, 'sunday');
    score(10, { points: 2, bps: 20, bonus: 0 });
    score(11, { points: 5, bps: 25, bonus: 3 });
    await app.publishPoints(1);
    await app.checkGameweek(1);
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: 11 * 2 + 6, settled: true });
  });
});

describe('points going down', () => {
  it('points and leaderboard follow the feed below zero and to no points at all', async () => {
    const [weekly, second] = [await app.game('WEEKLY', 1), wallet(2)];
    const id = await app.join(me, weekly.id);
    const rival = await app.join(second, weekly.id, { captain_id: 148 });
    score(captain, { points: 9 });
    for (const day of ['saturday', 'sunday'] as const) await app.end(1, day);
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: 10 * 2 + 18 });
    expect((await app.leaderboard(weekly.id, {}, me)).me?.rank).toBe(1);
    score(captain, { points: -2 });
    await app.publishPoints(1);
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: 10 * 2 - 4 });
    expect(await app.scored(second, weekly, rival, 1)).toMatchObject({ points: 10 * 2 + 2 - 2 });
    expect((await app.leaderboard(weekly.id, {}, me)).me?.rank).toBe(2);
    for (const player of [...TEAM.field, ...TEAM.bench]) score(player, { points: -1 });
    await app.publishPoints(1);
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: -12, earned: -12 });
    expect((await app.details(me, id)).current_points).toBe(110 - 12);
    app.feed.live.set(1, []);
    await app.publishPoints(1);
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: 0, armband: null });
  });
});

describe('all matches postponed', () => {
  it('a gameweek without matches settles empty, its weekly game is CANCELLED, and the matches count where they are played', async () => {
    const season = await app.game('SEASON');
    const id = await app.join(me, season.id);
    for (const day of ['saturday', 'sunday'] as const) await app.end(1, day);
    await app.checkGameweek(1);
    app.clock.now = app.saturday(2) - DAY;
    const weekly = await app.game('WEEKLY', 2);
    const inWeekly = await app.join(me, weekly.id);
    const all = app.feed.fixtures.filter(({ event }) => event === 2).map((fixture) => fixture.id);
    await app.move(all, { kickoff: null, event: null });
    const status = async () => (await app.as(null).request(getGame, { params: { id: weekly.id } })).game;
    expect(await status()).toMatchObject({ status: 'CANCELLED' });
    const closed = await app.as(wallet(2)).request(canJoin, { params: { id: weekly.id } });
    expect(closed).toMatchObject({ canJoin: false, code: 'CANCELLED' });
    expect(await rejection(app.save(me, inWeekly, [[52, 62]]))).toMatchObject({ code: 'GAME_NOT_EDITABLE' });

    app.clock.now = app.sunday(2) + DAY;
    await app.checkGameweek(2);
    expect(await app.scored(me, season, id, 2)).toMatchObject({ points: 0, settled: true, matches: 0 });
    // The matches are played in gameweek 3, which becomes a double gameweek.
    await app.move(all, { kickoff: app.sunday(3), event: 3 });
    for (const day of ['saturday', 'sunday'] as const) await app.end(3, day);
    await app.checkGameweek(3);
    expect(await app.scored(me, season, id, 3)).toMatchObject({ points: 2 * 24, settled: true });
    expect(await app.details(me, id)).toMatchObject({ earned_points: 3 * 24, current_points: 110 + 3 * 24 });
    expect(await app.details(me, inWeekly)).toMatchObject({ earned_points: 0, current_points: 110 });
    expect(await status()).toMatchObject({ status: 'CANCELLED' });
  });

  it('matches played before the rest of a gameweek is postponed still count', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    await app.end(1, 'saturday');
    const sunday = app.feed.fixtures.filter(({ event, team_h }) => event === 1 && team_h > 10);
    await app.move(
      sunday.map((fixture) => fixture.id),
      { kickoff: null, event: null },
    );
    // The four Sunday starters have blanks: 62 and 72 replace two of them, and the vice-captain leads.
    await app.checkGameweek(1);
    expect(await app.scored(me, weekly, id, 1)).toMatchObject({
      points: 7 * 2 + 2 * 2 + 2,
      armband: vice,
      settled: true,
    });
  });
});

describe('a coefficient', () => {
  let staking: FakeStaking;

  beforeEach(() => {
    staking = new FakeStaking(app.natsUrl);
  });
  afterEach(() => staking.bus.close());

  it('STAKE-18 a stake in the 95th minute counts from the next gameweek', async () => {
    const [weekly, season] = [await app.game('WEEKLY', 1), await app.game('SEASON')];
    await app.join(me, weekly.id);
    const id = await app.join(me, season.id);
    score(vice, { points: 10 });
    await app.end(1, 'saturday');
    const before = await app.scored(me, season, id, 1);
    const inThe95th = app.saturday(1) + 95 * MINUTE;
    // The weekly game has no further gameweek, so it is not counted.
    expect(await staking.stake(me, inThe95th, 1.25)).toBe(1);
    expect(await app.scored(me, season, id, 1)).toEqual(before);
    expect(await app.details(me, id)).toMatchObject({ coefficient_applied: 1 });
    await app.end(1, 'sunday');
    await app.checkGameweek(1);
    expect(await app.scored(me, season, id, 1)).toMatchObject({ points: 32, coefficient: 1, earned: 32 });
    app.clock.now = app.saturday(2) - DAY;
    expect(await app.details(me, id)).toMatchObject({ coefficient_applied: 1.25, earned_points: 32 });

    for (const day of ['saturday', 'sunday'] as const) await app.end(2, day);
    await app.checkGameweek(2);
    expect(await app.scored(me, season, id, 2)).toMatchObject({ points: 24, coefficient: 1.25, earned: 30 });
    expect(await app.details(me, id)).toMatchObject({ earned_points: 62, current_points: 110 + 56 });
  });

  it('STAKE-18 a coefficient of 1.25 never amplifies a negative gameweek, running or settled', async () => {
    const season = await app.game('SEASON');
    const id = await app.join(me, season.id);
    expect(await staking.stake(me, now, 1.25)).toBe(1);
    for (const player of [...TEAM.field, ...TEAM.bench]) score(player, { points: -1 });
    for (const day of ['saturday', 'sunday'] as const) await app.end(1, day);
    const negative = { points: -12, coefficient: 1.25, earned: -12 };
    expect(await app.scored(me, season, id, 1)).toMatchObject(negative);
    await app.checkGameweek(1);
    expect(await app.scored(me, season, id, 1)).toMatchObject({ ...negative, settled: true });
    // The next gameweek is positive: coefficients apply per gameweek, not to the sum.
    app.clock.now = app.saturday(2) - DAY;
    for (const day of ['saturday', 'sunday'] as const) await app.end(2, day);
    expect(await app.scored(me, season, id, 2)).toMatchObject({ points: 24, earned: 30 });
    expect(await app.details(me, id)).toMatchObject({ earned_points: 18, current_points: 110 + 12 });
  });
});
