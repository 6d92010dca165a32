import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { REVIEW_MS, setUpFinalGames, wallet } from '../testing/final-games.ts';
import { readResultEntries } from './result-entries.ts';
import { findDocument } from './results.store.ts';

const games = setUpFinalGames();
/** One more than the entries of a row of coefficients. */
const ENTRIES = 1_001;
const STEPS = [
  { at: 1_000, coefficient: 1050 },
  { at: 2_000, coefficient: 1100 },
];

it('the coefficients of a settled game are those of its settlement, and their digest is that of its lines', async () => {
  const game = await games.createGame(Array.from({ length: ENTRIES }, (_, n) => n));
  await games.settle(game);
  for (const n of [2, 1_000, 1_001]) await games.stake(n, STEPS);
  await games.stake(3, []);
  games.clock.now += REVIEW_MS;
  await games.settle(game);
  for (const n of [2, 3]) await games.stake(n, [{ at: 1, coefficient: 1200 }]);
  const entries = await readResultEntries(games.db, game, { after: 0, limit: ENTRIES, sort_by: 'ordinal' });
  const staked = entries.filter(({ coefficients }) => coefficients.length > 0);
  expect(staked.map(({ ordinal }) => ordinal)).toEqual([2, 1_000, 1_001]);
  for (const { coefficients } of staked) expect(coefficients).toEqual(STEPS);
  const lines = staked.map(({ ordinal }) => `${ordinal}:1000=1050,2000=1100\n`).join('');
  expect((await findDocument(games.db, game))!.coefficients_digest).toBe(
    createHash('sha256').update(lines).digest('hex'),
  );
});

it('a settlement waits for a history that is being applied to its game', async () => {
  const game = await games.createGame([3, 2, 1]);
  await games.settle(game);
  await games.stake(2, STEPS);
  await games.stake(9, STEPS);
  const setVersion = (n: number, version: number) =>
    games.db.raw('update wallet_coefficients set version = ? where wallet_address = ?', [version, wallet(n)]);
  for (const n of [2, 9]) await setVersion(n, 2);
  games.clock.now += REVIEW_MS;
  await games.settle(game);
  expect(await games.findSettlement(game)).toMatchObject({ settled_at: null });
  // The other wallet has no entry in the game.
  await setVersion(2, 1);
  await games.settle(game);
  expect(await games.findSettlement(game)).toMatchObject({ settled_at: games.clock.now });
});
