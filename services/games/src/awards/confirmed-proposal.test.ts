import { randomUUID } from 'node:crypto';
import { rejection } from '@touchline/service-kit/testing/waiting';
import { expect, it } from 'vitest';
import { approveSettlement, readSettlement } from '../prizes/settlement-admin.ts';
import { REVIEW_MS, setUpFinalGames, wallet } from '../testing/final-games.ts';

const SECOND = wallet(0xad2);
const games = setUpFinalGames({ adminWallets: [wallet(0xad1), SECOND] });
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

it('a correction that restores the proposed ranks starts the review again and is shown with the prizes that it moved', async () => {
  const game = await games.createGame([5, 4, 3, 2, 1]);
  await games.settle(game);
  games.clock.now += 1_000;
  await change(game, { scorer: 2, corrected: 1 });
  await games.settle(game);
  const { settlement, differences } = await readSettlement(admin(), game);
  const [first, second] = [`130${'0'.repeat(18)}`, `70${'0'.repeat(18)}`];
  expect(settlement).toMatchObject({ approval_needed: true, moved: `60${'0'.repeat(18)}` });
  expect(differences).toMatchObject([
    { wallet_address: wallet(1), rank_before: 2, rank_after: 1, amount_before: second, amount_after: first },
    { wallet_address: wallet(2), rank_before: 1, rank_after: 2, amount_before: first, amount_after: second },
  ]);
  expect(await games.findSettlement(game)).toMatchObject({
    proposal: 2,
    review_ends_at: games.clock.now + REVIEW_MS,
  });
  expect(await games.readPrizes(game)).toEqual({ 1: '130', 2: '70' });
});

it('an approval does not cover other differences of the same prizes', async () => {
  const game = await games.createGame([5, 4, 3, 2, 1]);
  await change(game, { scorer: 2, corrected: 1 });
  await games.settle(game);
  const by = { admin: SECOND, request_id: randomUUID(), reason: 'a test' };
  const approve = (version: string) => approveSettlement(admin(), { id: game, version, by });
  const { version } = (await readSettlement(admin(), game)).settlement;
  expect(await approve(version)).toMatchObject({ approval_needed: false, moved: `60${'0'.repeat(18)}` });
  await change(game, { scorer: 1, corrected: 1 });
  await games.settle(game);
  expect(await games.readPrizes(game)).toEqual({ 1: '130', 2: '70' });
  const { settlement } = await readSettlement(admin(), game);
  expect(settlement).toMatchObject({
    approval_needed: true,
    approved_by: null,
    moved: `30${'0'.repeat(18)}`,
  });
  expect((await rejection(approve(version))).code).toBe('STALE');
  expect(await approve(settlement.version)).toMatchObject({ approval_needed: false, approved_by: SECOND });
});
