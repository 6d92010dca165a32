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

const stake = (n: number, steps: unknown) =>
  games.db.raw(
    `insert into wallet_coefficients (wallet_address, version, steps) values (:wallet, 1, :steps)
     on conflict (wallet_address) do update set steps = excluded.steps`,
    { wallet: wallet(n), steps: JSON.stringify(steps) },
  );

it('the coefficients of a settled game are those of its settlement, and their digest is that of its lines', async () => {
  const game = await games.createGame(Array.from({ length: ENTRIES }, (_, n) => n));
  await games.settle(game);
  for (const n of [2, 1_000, 1_001]) await stake(n, STEPS);
  await stake(3, []);
  games.clock.now += REVIEW_MS;
  await games.settle(game);
  for (const n of [2, 3]) await stake(n, [{ at: 1, coefficient: 1200 }]);
  const entries = await readResultEntries(games.db, game, { after: 0, limit: ENTRIES });
  const staked = entries.filter(({ coefficients }) => coefficients.length > 0);
  expect(staked.map(({ ordinal }) => ordinal)).toEqual([2, 1_000, 1_001]);
  for (const { coefficients } of staked) expect(coefficients).toEqual(STEPS);
  const lines = staked.map(({ ordinal }) => `${ordinal}:1000=1050,2000=1100\n`).join('');
  expect((await findDocument(games.db, game))!.coefficients_digest).toBe(
    createHash('sha256').update(lines).digest('hex'),
  );
});
