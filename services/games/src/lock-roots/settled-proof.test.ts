import { joinGame } from '@touchline/api/http/entries';
import { lineupProof } from '@touchline/api/http/seals';
import { LOCK_ROOT_DELAY_MS } from '@touchline/rules/missing-roots';
import { verifyOpenSlots } from '@touchline/rules/open-slots';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { expect, it } from 'vitest';
import { readGameweekInputs } from '../settlement/gameweek-inputs.ts';
import { buildJoin, DAY } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { publishRoots } from '../testing/publish-roots.ts';
import { startWeekendSuite } from '../testing/weekend-suite.ts';

const base = Date.parse('2031-08-15T12:00:00Z');
const app = setUpGamesSuite((dependencies) => startWeekendSuite(dependencies, base));

it('a proof of a settled gameweek opens the players of its result, also after the feed has changed a kick-off', async () => {
  const { id: game } = await app.game('WEEKLY', 1);
  const body = buildJoin();
  const { participation } = (await app.as(wallet(1)).request(joinGame, { params: { id: game }, body })) as {
    participation: { id: string };
  };
  app.clock.now = base + 2 * DAY + LOCK_ROOT_DELAY_MS;
  await publishRoots(app);
  await app.end(1, 'saturday');
  await app.end(1, 'sunday');
  await app.checkGameweek(1);
  await publishRoots(app);
  const readProof = () =>
    app.as(null).request(lineupProof, { params: { id: participation.id }, query: { gameweek: '1' } });
  const settled = await readProof();
  expect(settled.locks.map(({ final, slots }) => [final, slots.length])).toEqual([
    [false, 10],
    [false, 15],
    [true, 15],
  ]);
  const data = (await readGameweekInputs(app.db, game, 1))!;
  expect(verifyOpenSlots(settled, data)).toEqual([]);
  const first = app.feed.fixtures.find(({ event, team_h }) => event === 1 && team_h === 1)!;
  await app.move([first.id], { kickoff: base + 2 * DAY });
  expect(await readProof()).toEqual(settled);
});
