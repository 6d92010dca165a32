import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { beforeAll, expect, it } from 'vitest';
import { DAY, HOUR } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

let season: string;
const now = Date.parse('2031-08-15T12:00:00Z');
const WEEK = 7 * DAY;
const app = setUpGamesSuite((dependencies) =>
  startPointsSuite(dependencies, now, [now + DAY, now + DAY + WEEK, now + DAY + 2 * WEEK]),
);

beforeAll(async () => {
  season = (await app.game('SEASON')).id;
});

/** Reads team, rank and previous rank, best first. */
async function ranks() {
  const { leaderboard } = await app.leaderboard(season);
  return leaderboard.map(({ team_name, rank, previous_rank }) => [team_name, rank, previous_rank]);
}

/** Plays a gameweek in which these players score. */
async function play(gameweek: number, points: Record<number, number>) {
  await app.kickOff(gameweek);
  app.feed.playAll(gameweek);
  for (const [player, each] of Object.entries(points))
    app.feed.score(gameweek, Number(player), { points: each });
  await app.publishPoints(gameweek);
}

async function settle(gameweek: number) {
  app.clock.now += 6 * HOUR;
  await app.checkGameweek(gameweek);
  await eventually(async () => {
    const { rows } = await app.db.raw('select 1 from settled_gameweeks where game_id = ? and gameweek = ?', [
      season,
      gameweek,
    ]);
    expect(rows).toHaveLength(1);
  });
}

it('the previous rank is that after the previous gameweek, null for later joiners', async () => {
  await app.join(wallet(1), season, { team_name: 'One', captain_id: 138 });
  await app.join(wallet(2), season, { team_name: 'Two', captain_id: 148 });
  await play(1, { 138: 9, 148: 4 });
  expect(await ranks()).toEqual([
    ['One', 1, null],
    ['Two', 2, null],
  ]);
  await settle(1);
  // Still the first gameweek, so there is no previous rank.
  expect(await ranks()).toEqual([
    ['One', 1, null],
    ['Two', 2, null],
  ]);
  await app.join(wallet(3), season, { team_name: 'Three', captain_id: 158 });
  await play(2, { 138: 0, 148: 20 });
  expect(await ranks()).toEqual([
    ['Two', 1, 2],
    ['One', 2, 1],
    ['Three', 3, null],
  ]);
  await settle(2);
  expect(await ranks()).toEqual([
    ['Two', 1, 2],
    ['One', 2, 1],
    ['Three', 3, null],
  ]);
  await play(3, { 158: 90 });
  expect((await ranks())[0]).toEqual(['Three', 1, 3]);
  const { me } = await app.leaderboard(season, { limit: '1' }, wallet(1));
  expect(me).toMatchObject({ rank: 3, previous_rank: 2 });
});

it('the distribution counts every team once, from worst to best', async () => {
  const { distribution, leaderboard, summary } = await app.leaderboard(season);
  expect(distribution.reduce((sum, { players }) => sum + players, 0)).toBe(summary.total_players);
  for (const { from, to, players } of distribution) {
    const inside = leaderboard.filter(({ earned_points }) => earned_points >= from && earned_points < to);
    expect(inside).toHaveLength(players);
  }
});
