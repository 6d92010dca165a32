import { findPayout, listPayouts } from '@touchline/chain-ledger/payouts/payouts.store';
import { isPayable } from '@touchline/chain-ledger/payouts/steps';
import { queryOne } from '@touchline/service-kit/data/database';
import { expect, it } from 'vitest';
import { findGame } from '../games/games.store.ts';
import { recordReservationPayment } from '../payments/payments.store.ts';
import { updateSuspensions } from '../payments/suspensions.ts';
import { findDocument } from '../results/results.store.ts';
import { REVIEW_MS, setUpFinalGames, TREASURY, wallet } from '../testing/final-games.ts';

const games = setUpFinalGames();
const PAID = 7;
const FEE = 5;
let transfers = 0;

/** Records that an entry has paid with a transfer of 7 wei for a fee of 5. @returns the id of the transfer */
async function pay(game: string, ordinal: number): Promise<number> {
  await games.pay(game, ordinal, FEE);
  const who = wallet(ordinal);
  const reservation = await queryOne<{ id: string }>(
    games.db,
    'select id from reservations where game_id = ? and wallet_address = ?',
    [game, who],
  );
  transfers += 1;
  const transfer = await queryOne<{ id: number }>(
    games.db,
    `insert into ledger_transfers (chain_id, tx_hash, log_index, block_number, block_hash, block_time, sender, recipient, amount,
       seen_at, state, assigned) values (?, ?, 0, 5, '0xb0', now(), ?, ?, ?, now(), 'SEEN', true) returning id`,
    [TREASURY.chainId, `0x${String(transfers).padStart(64, '0')}`, who, TREASURY.address, PAID],
  );
  const payment = { id: reservation!.id, surplus: BigInt(PAID - FEE) };
  await games.db.transaction((trx) =>
    recordReservationPayment(trx, games.replica.payouts, transfer!.id, payment),
  );
  return transfer!.id;
}

async function setState(transfer: number, state: 'ORPHANED' | 'FINAL') {
  await games.db('ledger_transfers').where({ id: transfer }).update({ state });
  await updateSuspensions(games.replica);
}

async function exclude(game: string, ordinal: number) {
  await games.db.raw(
    `update entries set excluded_at = now(), excluded_by = ?, excluded_reason = 'x' where game_id = ? and ordinal = ?`,
    [wallet(9), game, ordinal],
  );
  await games.db('games').where({ id: game }).increment('version');
}

async function readRefunds(game: string) {
  const filter = { kind: null, state: null, search: '', about: [] };
  const payouts = await listPayouts(games.db, filter, { limit: 10, after: null });
  return payouts.filter(({ about }) => about === game);
}

it('game rule 5.8: a payment that is mined again after the prizes were settled is refunded in full, once', async () => {
  const game = await games.createGame([5, 4, 3]);
  const transfer = await pay(game, 2);
  await setState(transfer, 'ORPHANED');
  await games.settle(game);
  games.clock.now += REVIEW_MS;
  await games.settle(game);
  expect((await findGame(games.db, game))!.prizes.state).toBe('SETTLED');
  expect(await games.readPrizes(game)).not.toHaveProperty('2');
  expect(await readRefunds(game)).toEqual([]);

  await setState(transfer, 'FINAL');
  await games.settle(game);
  const refunds = await readRefunds(game);
  expect(refunds).toMatchObject([
    { reason: 'JOIN_CLOSED', amount: BigInt(PAID), recipient: wallet(2), state: 'DUE' },
  ]);
  expect(isPayable((await findPayout(games.db, refunds[0]!.id))!)).toBe(true);
});

it('game rule 5.8: a surplus that was sent back before the reorganisation is not refunded again', async () => {
  const game = await games.createGame([5, 4, 3]);
  const transfer = await pay(game, 2);
  const now = new Date(games.clock.now);
  await games
    .db('payouts')
    .where({ transfer_id: transfer })
    .update({ state: 'CONFIRMED', begun_at: now, confirmed_at: now, tx_hash: `0x${'1'.repeat(64)}` });
  await setState(transfer, 'ORPHANED');
  await games.settle(game);
  games.clock.now += REVIEW_MS;
  await games.settle(game);
  await setState(transfer, 'FINAL');
  await games.settle(game);
  const refunds = (await readRefunds(game)).map(({ reason, amount, state }) => ({ reason, amount, state }));
  expect(refunds).toHaveLength(2);
  expect(refunds).toContainEqual({ reason: 'OVERPAID', amount: BigInt(PAID - FEE), state: 'CONFIRMED' });
  expect(refunds).toContainEqual({ reason: 'JOIN_CLOSED', amount: BigInt(FEE), state: 'DUE' });
});

it('game rule 5.8: a payment that is mined again before the prizes are settled pays for its entry', async () => {
  const game = await games.createGame([5, 4, 3]);
  const transfer = await pay(game, 2);
  await setState(transfer, 'ORPHANED');
  await games.settle(game);
  await setState(transfer, 'FINAL');
  await games.settle(game);
  games.clock.now += REVIEW_MS;
  await games.settle(game);
  expect((await findGame(games.db, game))!.prizes.state).toBe('SETTLED');
  expect(await readRefunds(game)).toMatchObject([{ reason: 'OVERPAID', amount: BigInt(PAID - FEE) }]);
});

it('the document of a result has the fees of the entries that are not suspended, although the prizes stay the same', async () => {
  const game = await games.createGame([5, 4, 3]);
  await games.pay(game, 1, FEE);
  const transfer = await pay(game, 2);
  await games.settle(game);
  await exclude(game, 2);
  await games.settle(game);
  const { proposal, paid_fees } = await games.findSettlement(game);
  expect(paid_fees).toBe(BigInt(2 * FEE));
  await setState(transfer, 'ORPHANED');
  await games.settle(game);
  expect(await games.findSettlement(game)).toMatchObject({ proposal, paid_fees: BigInt(FEE) });
  games.clock.now += REVIEW_MS;
  await games.settle(game);
  expect(await findDocument(games.db, game)).toMatchObject({ paid_fees: String(FEE), entrants: 2 });
});

it('a pool that changes no prize is that of the paid fees', async () => {
  const game = await games.createGame([5, 4], { guarantee: '0', eligibility: 'STAKERS' });
  await games.pay(game, 1, FEE);
  const transfer = await pay(game, 2);
  await games.settle(game);
  await exclude(game, 2);
  await games.settle(game);
  expect((await findGame(games.db, game))!.prizes.pool).toBe(String(2 * FEE));
  await setState(transfer, 'ORPHANED');
  await games.settle(game);
  expect((await findGame(games.db, game))!.prizes.pool).toBe(String(FEE));
});
