import { getGame } from '@touchline/api/http/games';
import { queryOne } from '@touchline/service-kit/data/database';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakeStaking } from '../testing/fake-staking.ts';
import { DAY, everyWeek, MINUTE } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPointsSuite } from '../testing/points-suite.ts';

const NOW = Date.parse('2031-08-15T12:00:00Z');
const KICK_OFFS = everyWeek(NOW + DAY, 3);
const ME = wallet(1);
/** Without matches. */
const BLANK = 2;

const app = setUpGamesSuite((dependencies) => startPointsSuite(dependencies, NOW, KICK_OFFS));
let staking: FakeStaking;
beforeAll(() => {
  staking = new FakeStaking(app.natsUrl);
});
afterAll(() => staking.bus.close());

test('stakes after a gameweek without matches is settled change neither it nor a game that is final', async () => {
  const season = await app.game('SEASON');
  const id = await app.join(ME, season.id);
  await staking.stake(ME, NOW, 1.05);
  app.feed.setFixtures(BLANK, { event: null, kickoff_time: null });
  for (const gameweek of [1, BLANK]) await settle(gameweek);
  await staking.stake(ME, app.clock.now, 1.1);
  expect((await app.details(ME, id)).gameweeks[1]).toMatchObject({ settled: true, coefficient: 1.05 });

  await settle(3);
  app.clock.now = Date.parse(season.end_time) + MINUTE;
  // The proposal of the prizes raises the version after the results are final.
  await eventually(async () => {
    const { game } = await app.as(null).request(getGame, { params: { id: season.id } });
    expect([game.settlement, game.prizes.state]).toEqual(['FINAL', 'REVIEW']);
  });
  const readVersion = () => queryOne(app.db, 'select version from games where id = ?', [season.id]);
  const version = await readVersion();
  await staking.stake(ME, app.clock.now, 1.25);
  expect(await readVersion()).toEqual(version);
  expect((await app.details(ME, id)).gameweeks).toMatchObject([
    { coefficient: 1.05, earned: 25.2 },
    { coefficient: 1.05, earned: 0 },
    { coefficient: 1.1, earned: 26.4 },
  ]);
});

/** Plays a gameweek, if it has matches, until the feed has checked it. */
async function settle(gameweek: number): Promise<void> {
  if (gameweek !== BLANK) {
    await app.kickOff(gameweek);
    app.feed.playAll(gameweek);
    await app.publishPoints(gameweek);
  }
  app.clock.now = KICK_OFFS[gameweek - 1]! + DAY;
  await app.checkGameweek(gameweek);
}
