import { type TestDatabase, type TestNats, testNats } from '@touchline/local-stack/testing';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeStaking } from '../testing/fake-staking.ts';
import { DAY, HOUR, MINUTE, TEAM } from '../testing/feed-builders.ts';
import { createGamesDatabase } from '../testing/games-database.ts';
import { type PointsSuite, startPointsSuite } from '../testing/points-suite.ts';

let database: TestDatabase;
let nats: TestNats;
let app: PointsSuite;
let staking: FakeStaking;
const now = Date.parse('2031-08-15T12:00:00Z');
const kickOffs = [DAY, 8 * DAY, 15 * DAY].map((after) => now + after);
const me = wallet(1);
const other = wallet(2);
const captain = 138;

beforeEach(async () => {
  [database, nats] = await Promise.all([createGamesDatabase(), testNats()]);
  staking = new FakeStaking(nats.url);
  app = await startPointsSuite({ databaseUrl: database.url, natsUrl: nats.url }, now, kickOffs);
});
afterEach(async () => {
  await app?.stop();
  await staking?.bus.close();
  await nats?.stop();
  await database?.drop();
});

/** Scores two points for every starter and `captainPoints` twice for the captain. */
async function play(gameweek: number, captainPoints: number): Promise<void> {
  app.feed.playAll(gameweek);
  app.feed.score(gameweek, captain, { points: captainPoints });
  await app.publishPoints(gameweek);
}

const seasonRow = async (id: string, who = me) => (await app.leaderboard(id, {}, who)).me;

describe('a stake before the gameweek', () => {
  it('STAKE-18 DATA-07 RANK-05 a stake before the gameweek multiplies its points: 41 at 1.05 are 43.05', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    expect(await app.details(me, id)).toMatchObject({ coefficient_applied: 1 });
    expect(await staking.stake(me, now, 1.05)).toBe(1);
    expect(await app.details(me, id)).toMatchObject({ coefficient_applied: 1.05 });
    await app.kickOff(1);
    await play(1, 10); // ten starters with 2, the captain 10 twice
    app.feed.score(1, TEAM.field[0]!, { points: 3 });
    await app.publishPoints(1);
    const team = await app.details(me, id);
    expect(team).toMatchObject({
      entry_points: 110,
      current_points: 151,
      earned_points: 43.05,
      coefficient_applied: 1.05,
    });
    expect(team.gameweeks[0]).toMatchObject({ points: 41, coefficient: 1.05, earned: 43.05 });
    expect(await seasonRow(weekly.id)).toMatchObject({ earned_points: 43.05, coefficient_applied: 1.05 });
    const staked = await app.leaderboard(weekly.id, { staked_only: 'true' });
    expect(staked.leaderboard.map((row) => row.wallet_address)).toEqual([me]);
  });

  it('a stake counts for an entry that joins after it', async () => {
    await staking.stake(me, now, 1.2);
    const weekly = await app.game('WEEKLY', 1);
    await app.join(other, weekly.id);
    await app.leaderboard(weekly.id); // the standings are cached before the join
    const id = await app.join(me, weekly.id);
    expect(await app.details(me, id)).toMatchObject({ coefficient_applied: 1.2 });
    expect(await seasonRow(weekly.id)).toMatchObject({ coefficient_applied: 1.2 });
  });
});

// See also ../standings/traps-points.test.ts: a stake in the 95th minute, and over a negative gameweek.
describe('a stake around the first kick-off', () => {
  it('a stake exactly at the kick-off is too late, a millisecond earlier is in time', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const [early, late] = [await app.join(me, weekly.id), await app.join(other, weekly.id)];
    await staking.stake(me, kickOffs[0]! - 1, 1.1);
    await staking.stake(other, kickOffs[0]!, 1.1);
    await app.kickOff(1);
    await play(1, 10);
    expect(await app.details(me, early)).toMatchObject({ earned_points: 44 });
    expect(await app.details(other, late)).toMatchObject({ earned_points: 40, coefficient_applied: 1 });
  });

  it('a stake counts when the first match was called off and none has started', async () => {
    const weekly = await app.game('WEEKLY', 1);
    for (const fixture of app.feed.fixtures)
      if (fixture.event === 1 && fixture.id !== 100)
        fixture.kickoff_time = new Date(kickOffs[0]! + 6 * HOUR).toISOString();
    await app.feed.publishFixtures();
    await app.waitForFeed();
    const id = await app.join(me, weekly.id);
    app.clock.now = kickOffs[0]! + 2 * HOUR;
    await staking.stake(me, app.clock.now, 1.1);
    Object.assign(app.feed.fixture(100), { event: null, kickoff_time: null });
    app.clock.now = kickOffs[0]! + 7 * HOUR;
    for (const fixture of app.feed.fixtures) if (fixture.event === 1) fixture.started = true;
    await app.feed.publishFixtures();
    await app.waitForFeed();
    await play(1, 10);
    expect(await app.details(me, id)).toMatchObject({ coefficient_applied: 1.1 });
    expect((await app.details(me, id)).gameweeks[0]).toMatchObject({ coefficient: 1.1 });
  });
});

describe('coefficients from staking', () => {
  it('RANK-06 the leaderboard sorts by coefficient in both directions; by team value it keeps the ranks', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const third = wallet(3);
    await app.join(other, weekly.id, { team_name: 'Highest', captain_id: 158 });
    await app.join(third, weekly.id, { team_name: 'Middle', captain_id: 148 });
    await app.join(me, weekly.id, { team_name: 'None', captain_id: captain });
    await staking.stake(other, now, 1.15);
    await staking.stake(third, now, 1.1);
    await app.kickOff(1);
    app.feed.playAll(1);
    app.feed.score(1, captain, { points: 10 });
    app.feed.score(1, 148, { points: 5 });
    await app.publishPoints(1);
    const names = async (query: Record<string, string>) =>
      (await app.leaderboard(weekly.id, query)).leaderboard.map(({ team_name }) => team_name);
    const byRank = ['None', 'Middle', 'Highest'];
    expect(await names({})).toEqual(byRank);
    expect(await names({ sort_by: 'coefficient' })).toEqual(byRank.toReversed());
    expect(await names({ sort_by: 'coefficient', sort_order: 'ASC' })).toEqual(byRank);
    // Every team is valued 100.
    expect(await names({ sort_by: 'team_value' })).toEqual(byRank);
    expect(await names({ sort_by: 'team_value', sort_order: 'ASC' })).toEqual(byRank);
  });

  it('API-30 an update counts the UPCOMING and ACTIVE participations that a stake changed', async () => {
    const games = [await app.game('WEEKLY', 1), await app.game('SEASON')];
    for (const game of games) await app.join(me, game.id);
    expect(await staking.stake(me, now, 1.05)).toBe(2);
    // More tokens in the same tier change nothing.
    expect(await staking.apply(staking.replace(me, staking.histories.get(me)!.steps))).toBe(0);
    app.clock.now = Date.parse(games[0]!.end_time) + MINUTE;
    expect(await staking.stake(me, app.clock.now, 1.065)).toBe(1);
    expect(await staking.stake(other, app.clock.now, 1.065)).toBe(0);
  });

  it('repeated and older histories change nothing', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    const first = staking.record(me, now, 1.05);
    const second = staking.record(me, now + 1, 1.25);
    expect(await staking.apply(second)).toBe(1);
    expect(await staking.apply(second)).toBe(1);
    await staking.apply(first);
    await Promise.all([
      staking.publish(me),
      staking.publish(me),
      staking.apply(first),
      staking.apply(second),
    ]);
    await staking.publish(other); // a wallet without history
    expect(await app.details(me, id)).toMatchObject({ coefficient_applied: 1.25 });
    const { rows } = await app.db.raw('select version, applied_version from wallet_coefficients');
    expect(rows).toEqual([{ version: 2, applied_version: 2 }]);
  });

  it('N3 a history that staking does not confirm changes nothing and does not block the real one', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    const recorded_at = new Date(now - DAY).toISOString();
    const steps = [{ recorded_at, coefficient_thousandths: 1250 }];
    const forged = { wallet: me, version: 99, steps, edits: [] };
    expect(await staking.apply(forged)).toBe(0);
    expect(await app.details(me, id)).toMatchObject({ coefficient_applied: 1 });
    await staking.stake(me, now, 1.05);
    expect(await staking.apply(forged)).toBe(1);
    expect(await app.details(me, id)).toMatchObject({ coefficient_applied: 1.05 });
  });

  it.each([0, 0.999, 1.251, 1000])(
    'N3 a coefficient of %d is rejected, even from staking',
    async (coefficient) => {
      const weekly = await app.game('WEEKLY', 1);
      const id = await app.join(me, weekly.id);
      await expect(staking.stake(me, now, coefficient)).rejects.toThrow();
      expect(await app.details(me, id)).toMatchObject({ coefficient_applied: 1 });
    },
  );

  it('an event delivers a history when the request was lost', async () => {
    const weekly = await app.game('WEEKLY', 1);
    const id = await app.join(me, weekly.id);
    staking.record(me, now, 1.15);
    await staking.publish(me);
    await eventually(async () =>
      expect(await app.details(me, id)).toMatchObject({ coefficient_applied: 1.15 }),
    );
  });

  it('the service reads all histories page by page when it starts', async () => {
    const weekly = await app.game('WEEKLY', 1);
    for (const who of [me, other]) await app.join(who, weekly.id);
    staking.record(me, now, 1.15);
    staking.record(other, now, 1.2);
    await app.stop();
    app = await startPointsSuite({ databaseUrl: database.url, natsUrl: nats.url }, now, kickOffs);
    await eventually(async () => {
      const { leaderboard } = await app.leaderboard(weekly.id, { sort_by: 'coefficient' });
      expect(leaderboard.map((row) => row.coefficient_applied)).toEqual([1.2, 1.15]);
    });
  });

  it('a stake that a chain reorganisation removed does not count, even in the running gameweek', async () => {
    const season = await app.game('SEASON');
    const id = await app.join(me, season.id);
    await staking.stake(me, now, 1.25);
    await app.kickOff(1);
    await play(1, 10);
    expect(await app.details(me, id)).toMatchObject({ earned_points: 50 });
    await staking.apply(staking.replace(me, []));
    expect(await app.details(me, id)).toMatchObject({ earned_points: 40, coefficient_applied: 1 });
  });

  it('a stake in time counts even if its event arrives after settlement, until the prizes are settled', async () => {
    const [weekly, season] = [await app.game('WEEKLY', 1), await app.game('SEASON')];
    const inWeekly = await app.join(me, weekly.id);
    const inSeason = await app.join(me, season.id);
    await app.join(other, season.id);
    await app.kickOff(1);
    await play(1, 10);
    app.clock.now = Date.parse(weekly.end_time) + MINUTE;
    await app.checkGameweek(1);
    await eventually(async () => expect((await app.details(me, inWeekly)).game.settlement).toBe('FINAL'));
    expect(await seasonRow(season.id)).toMatchObject({ earned_points: 40 });
    // A kick-off that the feed moves afterwards does not count.
    app.feed.fixture(100).kickoff_time = new Date(now - MINUTE).toISOString();
    await app.feed.publishFixtures();
    await app.waitForFeed();
    await staking.stake(me, now, 1.25);
    expect(await app.details(me, inSeason)).toMatchObject({ earned_points: 50 });
    expect((await app.details(me, inSeason)).gameweeks[0]).toMatchObject({
      settled: true,
      coefficient: 1.25,
    });
    expect(await seasonRow(season.id)).toMatchObject({ earned_points: 50, rank: 1 });
    expect(await seasonRow(season.id, other)).toMatchObject({ earned_points: 40, rank: 2 });
    expect(await app.details(me, inWeekly)).toMatchObject({ earned_points: 50 });
  });
});
