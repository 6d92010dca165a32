import { expect, it } from 'vitest';
import { findGame } from '../games/games.store.ts';
import { setUpFinalGames } from '../testing/final-games.ts';

const games = setUpFinalGames();
const ENTRIES = 20_000;

// The thread runs the built service: `npm run build` must run first, as in npm test.
it('the prizes of a large game are awarded in a worker thread and add up to the pool', async () => {
  const game = await games.createGame(Array.from({ length: ENTRIES }, (_, n) => (n * 7919) % 400));
  await games.settle(game);
  const { total, awards } = await games.findSettlement(game);
  expect(total).toBe(200n * 10n ** 18n);
  expect(awards).toBeGreaterThanOrEqual(ENTRIES / 5);
  expect((await findGame(games.db, game))!.prizes.state).toBe('REVIEW');
});
