import { beforeAll } from 'vitest';
import { DAY, HOUR } from './feed-builders.ts';
import { startGamesApp } from './games-app.ts';
import { setUpGamesSuite } from './games-suite.ts';
import { addPointsSteps } from './points-suite.ts';

/** Start of the clock. */
export const BASE = Date.parse('2031-08-15T12:00:00Z');
/** First kick-off of gameweek 1, of clubs 1 to 10. */
export const FIRST = BASE + DAY;
/** Kick-off of clubs 11 to 20. */
export const SECOND = FIRST + 2 * HOUR;

/** Registers a suite with two gameweeks, in each of which clubs 11 to 20 play two hours after the others. */
export function setUpStaggeredSuite() {
  const app = setUpGamesSuite(async (dependencies) =>
    addPointsSteps(await startGamesApp({ ...dependencies, now: BASE, seasonFee: '0' })),
  );
  const games = { weekly: '', season: '' };
  beforeAll(async () => {
    for (const week of [1, 2]) app.feed.addGameweek(week, [FIRST + (week - 1) * 7 * DAY]);
    app.feed.delayLateClubs(2 * HOUR);
    await app.feed.publishAll();
    await app.waitForFeed();
    games.weekly = (await app.game('WEEKLY', 1)).id;
    games.season = (await app.game('SEASON')).id;
  });
  return { app, games };
}
