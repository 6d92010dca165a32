import { bootstrapChanged, fixturesChanged, liveChanged } from '@touchline/api/events/fpl-relay';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { describe, expect, it } from 'vitest';
import { buildFixture, DAY, HOUR } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

const now = Date.parse('2031-08-15T12:00:00Z');
const kickOffs = [DAY, 8 * DAY, 15 * DAY, 22 * DAY].map((after) => now + after);
const app = setUpGamesSuite((dependencies) => startPointsSuite(dependencies, now, kickOffs), 'test');
const me = wallet(1);

const captain = 138;
const vice = 85;

// See traps-hindsight, traps-absence and traps-points for edge cases.
describe('points of a running gameweek', () => {
  it('MYTEAM-05 points follow the feed: the eleven once, the captain twice, nothing for the bench', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    await app.kickOff(1);
    app.feed.playAll(1);
    app.feed.score(1, captain, { points: 9 });
    app.feed.score(1, 62, { points: 15 });
    await app.publishPoints(1);
    const team = await app.details(me, id);
    expect(team).toMatchObject({
      gameweek: 1,
      gameweek_points: 38,
      entry_points: 110,
      current_points: 148,
      earned_points: 38,
      rank: 1,
    });
    expect(team.gameweeks).toHaveLength(1);
    expect(team.gameweeks[0]).toMatchObject({
      gameweek: 1,
      raw_points: 38,
      points: 38,
      coefficient: 1,
      earned: 38,
      armband: captain,
      substitutions: [],
      settled: false,
    });
    expect(team.gameweeks[0]?.players.find((player) => player.id === captain)).toEqual({
      id: captain,
      points: 9,
      minutes: 90,
    });
    const shown = team.players.find((player) => player.id === captain);
    expect(shown).toMatchObject({ current_points: 9, minutes: 90, locked: true });
    expect(shown?.fixtures[0]).toMatchObject({
      counts: true,
      started: true,
      points: 9,
      explain: [{ identifier: 'minutes' }],
    });
  });

  it('points are shown with the game’s average, running and settled, without later joiners', async () => {
    const season = await app.game('SEASON');
    const id = await app.join(me, season.id);
    await app.join(wallet(2), season.id, { captain_id: vice, vice_captain_id: captain });
    await app.kickOff(1);
    app.feed.playAll(1);
    app.feed.score(1, captain, { points: 9 });
    await app.publishPoints(1);
    const average = async () => (await app.details(me, id)).gameweeks.map((week) => week.average_points);
    expect(await average()).toEqual([(38 + 31) / 2]);
    await app.checkGameweek(1);
    await app.join(wallet(3), season.id);
    expect(await average()).toEqual([(38 + 31) / 2]);
  });

  it('the vice-captain gets the armband once the captain has missed; neither has it when both missed', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    await app.kickOff(1);
    app.feed.playAll(1);
    app.feed.score(1, captain, { minutes: 0 });
    app.feed.score(1, vice, { points: 7 });
    await app.publishPoints(1);
    expect((await app.details(me, id)).gameweeks[0]?.armband).toBe(captain);
    await app.endMatches(1);
    const missed = await app.details(me, id);
    // Nine starters with two points, the vice-captain seven twice, and a midfielder from the bench for the captain.
    expect(missed.gameweeks[0]).toMatchObject({ armband: vice, points: 34, raw_points: 25 });
    app.feed.score(1, vice, { minutes: 0 });
    await app.publishPoints(1);
    expect((await app.details(me, id)).gameweeks[0]).toMatchObject({ armband: null, raw_points: 18 });
  });

  it('absent starters are substituted in bench order within legal formations, projected while the gameweek runs', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    app.feed.fixture(109).kickoff_time = new Date(now + 2 * DAY).toISOString();
    await app.kickOff(1);
    app.feed.playAll(1);
    for (const missing of [10, 148, 158]) app.feed.score(1, missing, { minutes: 0 });
    app.feed.score(1, 20, { points: 6 });
    app.feed.score(1, 62, { minutes: 0 });
    app.feed.score(1, 72, { points: 3 });
    app.feed.score(1, 125, { points: 4 });
    await app.publishPoints(1);
    for (const fixture of app.feed.fixtures)
      if (fixture.event === 1 && fixture.id !== 109) fixture.finished_provisional = true;
    await app.feed.publishFixtures();
    await app.waitForFeed();
    const running = (await app.details(me, id)).gameweeks[0];
    expect(running?.substitutions).toEqual([
      { out: 10, in: 20, projected: true },
      { out: 148, in: 72, projected: true },
      { out: 158, in: 125, projected: true },
    ]);
    expect(running?.final_eleven).toEqual([20, 32, 42, 52, 72, 85, 95, 105, 115, 125, 138]);
    expect(running?.points).toBe(6 + 3 * 2 + 3 + 4 * 2 + 4 + 2 * 2);
    app.feed.fixture(109).finished_provisional = true;
    await app.feed.publishFixtures();
    await app.waitForFeed();
    const over = (await app.details(me, id)).gameweeks[0];
    expect(over?.substitutions.every((pair) => !pair.projected)).toBe(true);
  });

  it('matches that started before a late joiner joined do not count', async () => {
    const weekly = await app.game('WEEKLY', 1);
    for (const fixture of app.feed.fixtures)
      if (fixture.event === 1 && fixture.id >= 104)
        fixture.kickoff_time = new Date(now + 2 * DAY).toISOString();
    await app.feed.publishFixtures();
    await app.waitForFeed();
    app.clock.now = now + DAY + HOUR;
    const id = await app.join(me, weekly.id);
    app.clock.now = now + 2 * DAY + HOUR;
    await app.kickOff(1);
    app.feed.playAll(1);
    await app.publishPoints(1);
    const gameweek = (await app.details(me, id)).gameweeks[0];
    // The matches of clubs 1 to 8 had started: those of the goalkeeper, three defenders and a midfielder.
    expect(gameweek).toMatchObject({ matches: 8, matches_counting: 4 });
    const data = await app.leaderboard(weekly.id, {}, me);
    expect(data.me?.gameweek_points).toBe(gameweek?.points);
    expect(
      gameweek?.players
        .filter((player) => player.points > 0)
        .map((player) => player.id)
        .sort(),
    ).toEqual([95, 105, 115, 138, 148, 158, 125].sort());
  });

  it('points of a double gameweek are added up, and a starter with a blank is substituted', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    app.feed.fixtures = app.feed.fixtures.filter((fixture) => fixture.id !== 107);
    app.feed.fixtures.push(buildFixture({ id: 190, event: 1, team_h: 13, team_a: 9, kickoff: now + DAY }));
    await app.kickOff(1);
    app.feed.playAll(1);
    app.feed.score(1, captain, { points: 5, fixture: 190 });
    await app.publishPoints(1);
    await app.endMatches(1);
    const team = await app.details(me, id);
    expect(team.players.find((player) => player.id === captain)).toMatchObject({ current_points: 7 });
    const blank = team.gameweeks[0]?.substitutions.map((pair) => pair.out);
    expect(blank).toEqual([158]);
  });
});

describe('feed events', () => {
  it('repeated and reordered events change nothing', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    await app.kickOff(1);
    app.feed.playAll(1);
    await app.publishPoints(1);
    app.feed.score(1, captain, { points: 9 });
    await app.publishPoints(1);
    const { season } = app.feed;
    const versionBefore = (await app.db.raw('select version from seasons')).rows[0].version;
    for (const version of [2, 1, 2, 1]) await app.feed.publish(liveChanged, { season, version, gameweek: 1 });
    await app.feed.publish(fixturesChanged, { season, version: 1 });
    await app.feed.publish(bootstrapChanged, { season, version: 1 });
    await app.feed.publish(liveChanged, { season: '2030', version: 7, gameweek: 3 });
    app.feed.score(1, captain, { points: 10 });
    await app.publishPoints(1);
    expect((await app.details(me, id)).gameweek_points).toBe(40);
    expect((await app.db.raw('select version from seasons')).rows[0].version).toBe(versionBefore + 1);
  });
});
