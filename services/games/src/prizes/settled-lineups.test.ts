import { gameResult } from '@touchline/api/http/results';
import { lineupProof, receiptKeys } from '@touchline/api/http/seals';
import { verifySettledProof } from '@touchline/rules/settled-proof';
import { verifyLineup } from '@touchline/rules/verify-lineup';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../seals.ts';
import { HOUR } from '../testing/feed-builders.ts';
import { setUpGamesSuite } from '../testing/games-suite.ts';
import { startPrizeSuite } from '../testing/prize-suite.ts';
import { publishRoots } from '../testing/publish-roots.ts';

const app = setUpGamesSuite((dependencies) => startPrizeSuite(dependencies));
let game: string;
let teams: string[];
const readProof = (id: string) => app.as(null).request(lineupProof, { params: { id }, query: {} });

beforeAll(async () => {
  game = (await app.game('WEEKLY', 1)).id;
  teams = await app.enter(game, [10, 9, 8]);
  await app.playWeek();
  await app.waitForPrizes(game, 'REVIEW');
  await publishRoots(app);
});

describe('game rule 10.7: lineups of a settled game', () => {
  it('no lineup is opened by a key before the settlement', async () => {
    const { locks } = await readProof(teams[0]!);
    expect(locks.map(({ key, final }) => [key, final])).toEqual([
      [null, false],
      [null, true],
    ]);
  });

  it('a result has a lock root of each kick-off of its data, although the feed has changed it since', async () => {
    const fixture = app.feed.fixtures.find(({ event }) => event === 1)!;
    const kickoff = fixture.kickoff_time!;
    const moved = new Date(Date.parse(kickoff) + HOUR).toISOString();
    for (const each of app.feed.fixtures) if (each.event === 1) each.kickoff_time = moved;
    await app.feed.publishFixtures();
    await app.waitForFeed();
    // As after a crash: the roots of the first kick-offs were never published.
    await app.db.raw('delete from lock_roots where game_id = ? and not final', [game]);
    app.endReview();
    await app.waitForPrizes(game, 'SETTLED');
    const { lock_roots } = await app.as(null).request(gameResult, { params: { id: game } });
    expect(lock_roots.map(({ locks_at }) => locks_at)).toContain(new Date(kickoff).toISOString());
  });

  it('every team of the result is proven by its lock roots, with the key of its receipts', async () => {
    const { document, gameweeks, entries } = await app.readResult(game);
    for (const [index, id] of teams.entries()) {
      const proof = await readProof(id);
      expect(verifyLineup(sha256, proof, document.lock_roots)).toEqual([]);
      const settled = { result: document, gameweeks, entry: entries[index] };
      expect(verifySettledProof(sha256, proof, settled)).toMatchObject({
        problems: [],
        points: [{ gameweek: 1 }],
        unproven: [],
      });
    }
    const { keys } = await app.as(null).request(receiptKeys);
    expect(document.receipt_keys).toEqual(keys);
  });

  it('the lineup of another team in the result is found', async () => {
    const { document, gameweeks, entries } = await app.readResult(game);
    const entry = { ...entries[0]!, lineups: entries[1]!.lineups };
    const { problems } = verifySettledProof(sha256, await readProof(teams[0]!), {
      result: document,
      gameweeks,
      entry,
    });
    expect(problems.map(({ text }) => text)).toContain('the lineup of the result is not the committed one');
  });
});
