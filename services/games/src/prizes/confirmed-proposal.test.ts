import { expect, it } from 'vitest';
import { setUpFinalGames, wallet } from '../testing/final-games.ts';
import { readSettlement } from './settlement-admin.ts';

const games = setUpFinalGames();
const admin = () => ({
  ...games.replica,
  treasury: wallet(7),
  fundingApprovalAbove: () => 0n,
});

/** Changes the points that an entry has without corrections, and corrects those of another one. */
const change = (game: string, { scorer, corrected }: { scorer: number; corrected: number }) =>
  games.db.transaction(async (trx) => {
    await trx.raw(
      'update entry_gameweeks set raw_points = 50, points = 50, earned = 50000 where game_id = ? and ordinal = ?',
      [game, scorer],
    );
    await trx.raw(
      `insert into adjustments (game_id, ordinal, at, field, delta, value_before, value_after, admin, reason)
       values (?, ?, now(), 'current_points', 100, 0, 0, ?, 'a test')`,
      [game, corrected, wallet(0xad1)],
    );
    await trx.raw('update games set version = version + 1 where id = ?', [game]);
  });

it('a correction that restores the proposed ranks is shown with the prizes that it moved', async () => {
  const game = await games.createGame([5, 4, 3, 2, 1]);
  await games.settle(game);
  await change(game, { scorer: 2, corrected: 1 });
  await games.settle(game);
  const { settlement, differences } = await readSettlement(admin(), game);
  const [first, second] = [`130${'0'.repeat(18)}`, `70${'0'.repeat(18)}`];
  expect(settlement).toMatchObject({ approval_needed: true, moved: `60${'0'.repeat(18)}` });
  expect(differences).toMatchObject([
    { wallet_address: wallet(1), rank_before: 2, rank_after: 1, amount_before: second, amount_after: first },
    { wallet_address: wallet(2), rank_before: 1, rank_after: 2, amount_before: first, amount_after: second },
  ]);
  expect((await games.findSettlement(game)).proposal).toBe(1);
  expect(await games.readPrizes(game)).toEqual({ 1: '130', 2: '70' });
});
