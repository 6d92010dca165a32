import { lineupProof, lockRoots } from '@touchline/api/http/seals';
import { LOCK_ROOT_DELAY_MS } from '@touchline/rules/missing-roots';
import { verifyLineup } from '@touchline/rules/verify-lineup';
import { wallet } from '@touchline/service-kit/testing/tokens';
import { beforeEach, expect, it } from 'vitest';
import { sha256 } from '../seals.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { publishRoots } from '../testing/publish-roots.ts';
import { startWeekendSuite } from '../testing/weekend-suite.ts';

// Edge cases of players who move to another club. Clubs 1 to 10 play on Saturday (bench 20, 62, 72), clubs 11 to 20 on Sunday
// (starters 115, 138, 148, 158; bench 125).
const now = Date.parse('2031-08-15T12:00:00Z');
const app = setUpGamesSuite((dependencies) => startWeekendSuite(dependencies, now), 'test');
const me = wallet(1);
let weekly: { id: string };
let id: string;

beforeEach(async () => {
  weekly = await app.game('WEEKLY', 1);
  id = await app.join(me, weekly.id);
});

/** Moves players of Sunday to a club that played on Saturday. */
async function moveToSaturday(...players: number[]): Promise<void> {
  for (const player of app.feed.players) if (players.includes(player.id)) player.team = 1;
  await app.feed.publishBootstrap();
  await app.waitForFeed();
}

/** On Saturday night 125, who will miss the match, comes in for 115. */
async function playWeekend(): Promise<void> {
  await app.end(1, 'saturday');
  await app.save(me, id, [[115, 125]]);
  app.feed.score(1, 125, { minutes: 0 });
  await app.end(1, 'sunday');
}

it('a gameweek settles with the same substitution although the substitute has moved to another club', async () => {
  await playWeekend();
  const substitutions = [{ out: 125, in: 115, projected: false }];
  expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: 24, substitutions });
  await moveToSaturday(115);
  await app.checkGameweek(1);
  expect(await app.scored(me, weekly, id, 1)).toMatchObject({ points: 24, substitutions, settled: true });
});

it('the details of a settled gameweek remain the same after a player has moved to another club', async () => {
  await playWeekend();
  await app.checkGameweek(1);
  const before = await app.details(me, id);
  await moveToSaturday(115, 158);
  const after = await app.details(me, id);
  expect(after.gameweeks).toEqual(before.gameweeks);
  const listFixtures = ({ players }: typeof before) => players.map((player) => [player.id, player.fixtures]);
  expect(listFixtures(after)).toEqual(listFixtures(before));
});

it('a player who moves to another club after a final root contradicts no lock root', async () => {
  app.clock.now = app.saturday(1) + LOCK_ROOT_DELAY_MS;
  await publishRoots(app);
  await playWeekend();
  await app.checkGameweek(1);
  await publishRoots(app);
  await moveToSaturday(115);
  const proof = await app.as(null).request(lineupProof, { params: { id }, query: {} });
  const { roots } = await app.as(null).request(lockRoots, { params: { id: weekly.id } });
  expect(verifyLineup(sha256, proof, roots)).toEqual([]);
  expect(proof.locks.map(({ slots }) => slots.length)).toEqual([10, 15, 15]);
});
