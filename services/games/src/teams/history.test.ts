import { managerHistory } from '@touchline/api/http/history';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { expect, it } from 'vitest';
import { FakeStaking } from '../testing/fake-staking.ts';
import { DAY, HOUR } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

const base = Date.parse('2031-08-15T12:00:00Z');
const [manager, rival, stranger, late] = [1, 2, 3, 4].map(wallet) as [string, string, string, string];

const app = setUpGamesSuite((dependencies) =>
  startPointsSuite(dependencies, base, [base + DAY, base + 8 * DAY, base + 15 * DAY]),
);
const read = async (who: string) =>
  (await app.as(null).request(managerHistory, { params: { wallet: who } })).teams;

it('the history of a manager lists the points and ranks of each gameweek in all games', async () => {
  const weekly = await app.game('WEEKLY', 1);
  const season = await app.game('SEASON');
  await app.join(manager, weekly.id, { team_name: 'Park the Bus FC', captain_id: 138 });
  await app.join(rival, weekly.id, { captain_id: 148 });
  await app.join(manager, season.id);
  await app.kickOff(1);
  app.feed.playAll(1);
  app.feed.score(1, 138, { points: 9 });
  await app.publishPoints(1);
  app.clock.now += 6 * HOUR;
  await app.checkGameweek(1);
  await eventually(async () => {
    const teams = await read(manager);
    expect(teams).toHaveLength(2);
    const [ofWeek] = teams.filter(({ game }) => game.id === weekly.id);
    expect(ofWeek).toMatchObject({ team_name: 'Park the Bus FC', teams: 2, rank: 1 });
    expect(ofWeek?.gameweeks).toHaveLength(1);
    expect(ofWeek?.gameweeks[0]).toMatchObject({ gameweek: 1, rank: 1, settled: true });
    expect(ofWeek?.gameweeks[0]?.earned).toBe(ofWeek?.earned_points);
  });
});

it('a gameweek that is over keeps its coefficient, and is not in the history of a team that joins later', async () => {
  const season = await app.game('SEASON');
  await app.kickOff(2);
  app.feed.playAll(2);
  app.feed.score(2, 138, { points: 9 });
  await app.publishPoints(2);
  const staking = new FakeStaking(app.natsUrl);
  await staking.bus.connection();
  await staking.stake(manager, app.clock.now, 1.25);
  await staking.bus.close();
  await app.endMatches(2);
  app.clock.now += 6 * HOUR;
  await app.join(late, season.id);
  await eventually(async () =>
    expect((await app.leaderboard(season.id)).leaderboard[0]).toMatchObject({ coefficient_applied: 1.25 }),
  );
  const [team] = (await read(manager)).filter(({ game }) => game.id === season.id);
  const [first, second] = team!.gameweeks;
  expect([first, second]).toMatchObject([
    { gameweek: 1, settled: true },
    { gameweek: 2, settled: false },
  ]);
  expect(second!.earned).toBe(second!.points);
  expect(first!.earned + second!.earned).toBe(team!.earned_points);
  expect((await read(late))[0]?.gameweeks).toEqual([]);
});

it('a wallet without teams has an empty history', async () => {
  expect(await read(stranger)).toEqual([]);
});
