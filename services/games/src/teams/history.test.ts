import { managerHistory } from '@touchline/api/http/history';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { expect, it } from 'vitest';
import { DAY, HOUR } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

const base = Date.parse('2031-08-15T12:00:00Z');
const [manager, rival, stranger] = [1, 2, 3].map(wallet) as [string, string, string];

const app = setUpGamesSuite((dependencies) =>
  startPointsSuite(dependencies, base, [base + DAY, base + 8 * DAY]),
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
    const [ofWeek] = teams.filter(({ game }) => game.id === weekly.id, { captain_id: 148 });
    expect(ofWeek).toMatchObject({ team_name: 'Park the Bus FC', teams: 2, rank: 1 });
    expect(ofWeek?.gameweeks).toHaveLength(1);
    expect(ofWeek?.gameweeks[0]).toMatchObject({ gameweek: 1, rank: 1, settled: true });
    expect(ofWeek?.gameweeks[0]?.earned).toBe(ofWeek?.earned_points);
  });
});

it('a wallet without teams has an empty history', async () => {
  expect(await read(stranger)).toEqual([]);
});
