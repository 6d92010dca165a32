import type { StoredTransfer } from '@touchline/chain-ledger/stored-transfer';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpFinalGames, wallet } from '../testing/final-games.ts';
import { findPaidReservation, recordRefund, recordReservationPayment } from './payments.store.ts';
import { upsertGameRefunds, upsertSuspendedRefunds } from './refunds-due.ts';
import { updateSuspensions } from './suspensions.ts';

const games = setUpFinalGames();
let game: string;
let reservations: string[];
let transfers: number[];

/** A final game with two paid entries: the first paid 5 with 7, the second 5 with 5. */
beforeEach(async () => {
  game = await games.createGame([2, 1]);
  for (const ordinal of [1, 2]) await games.pay(game, ordinal, 5);
  reservations = await games.db('reservations').where({ game_id: game }).orderBy('created_at').pluck('id');
  transfers = [];
  for (const [index, amount] of ['7', '5'].entries()) transfers.push(await insertTransfer(index + 1, amount));
  for (const [index, surplus] of [2n, 0n].entries())
    await games.db.transaction((trx) =>
      recordReservationPayment(trx, games.replica.payouts, transfers[index]!, {
        id: reservations[index]!,
        surplus,
      }),
    );
});

let sent = 0;

async function insertTransfer(n: number, amount: string): Promise<number> {
  sent += 1;
  const [row] = await games
    .db('ledger_transfers')
    .insert({
      chain_id: 480,
      tx_hash: `0x${String(sent).padStart(64, '0')}`,
      log_index: 0,
      block_number: 7,
      block_hash: '0xb7',
      block_time: new Date(),
      sender: wallet(n),
      recipient: wallet(7),
      amount,
      seen_at: new Date(),
    })
    .returning('id');
  return row.id;
}

const readRefunds = async () =>
  (await games.db('payouts').whereIn('transfer_id', transfers).orderBy('transfer_id')).map(
    ({ reason, amount }) => `${reason} ${amount}`,
  );
const suspend = (ordinal: number) =>
  games.db('entries').where({ game_id: game, ordinal }).update({ suspended_at: new Date() });
const setPrizeState = (prize_state: string | null) =>
  games.db('games').where({ id: game }).update({ prize_state });
const upsertAll = () => games.db.transaction((trx) => upsertGameRefunds(trx, games.replica.payouts, game));

describe('refunds of paid entries', () => {
  it('S2 a transfer that pays for an entry cannot become a refund', async () => {
    await games.db.transaction((trx) =>
      recordRefund(trx, games.replica.payouts, transfers[1]!, { reason: 'NO_RESERVATION', meant_for: null }),
    );
    const row = await games.db('payments').where({ transfer_id: transfers[1] }).first();
    expect(row).toMatchObject({ reservation_id: reservations[1], refund_reason: null });
    expect(await readRefunds()).toEqual(['OVERPAID 2']);
  });

  it('S2 valid entries get the surplus back, and all fees only when an administrator cancels the game', async () => {
    for (const state of [null, 'REVIEW', 'SETTLED']) {
      await setPrizeState(state);
      await upsertAll();
      expect(await readRefunds()).toEqual(['OVERPAID 2']);
    }
    await games.db('games').where({ id: game }).update({ cancelled_by: 'an administrator' });
    await upsertAll();
    expect(await readRefunds()).toEqual(['GAME_CANCELLED 7', 'GAME_CANCELLED 5']);
  });

  it('S2 a suspended entry gets its fee back once the prizes are settled, and others nothing', async () => {
    await suspend(2);
    const upsert = () =>
      games.db.transaction((trx) => upsertSuspendedRefunds(trx, games.replica.payouts, game));
    await setPrizeState('REVIEW');
    await upsert();
    expect(await readRefunds()).toEqual(['OVERPAID 2']);
    await setPrizeState('SETTLED');
    await upsert();
    expect(await readRefunds()).toEqual(['OVERPAID 2', 'JOIN_CLOSED 5']);
  });
});

describe('a second payment', () => {
  const find = (n: number, amount: bigint, block_time = Date.parse('2032-01-01Z')) =>
    games.db.transaction((trx) =>
      findPaidReservation(trx, { sender: wallet(n), amount, block_time } as StoredTransfer),
    );

  it('S2 a transfer without a reservation is shown with the latest entry of its sender with exactly this fee', async () => {
    const ofGame = games.db('reservations').where({ game_id: game });
    await ofGame.clone().update({ created_at: new Date('2031-12-31Z') });
    const idOf = async (n: number) =>
      (
        await ofGame
          .clone()
          .where({ wallet_address: wallet(n) })
          .first()
      ).id;
    expect([await find(1, 5n), await find(2, 5n)]).toEqual([await idOf(1), await idOf(2)]);
    expect([await find(3, 5n), await find(1, 4n), await find(1, 5n, 0)]).toEqual([null, null, null]);
    await ofGame.clone().update({ state: 'EXPIRED', entry_id: null });
    expect(await find(1, 5n)).not.toBe(await idOf(1));
  });

  it('S2 a second payment is refunded once, also when an administrator cancels the game', async () => {
    transfers.push(await insertTransfer(2, '5'));
    const refund = { reason: 'NO_RESERVATION', meant_for: await find(2, 5n) } as const;
    expect(refund.meant_for).not.toBeNull();
    await games.db.transaction((trx) => recordRefund(trx, games.replica.payouts, transfers[2]!, refund));
    await games.db('games').where({ id: game }).update({ cancelled_by: 'an administrator' });
    await upsertAll();
    expect(await readRefunds()).toEqual(['GAME_CANCELLED 7', 'GAME_CANCELLED 5', 'NO_RESERVATION 5']);
  });
});

describe('suspensions', () => {
  const readSuspended = () =>
    games.db('entries').where({ game_id: game }).whereNotNull('suspended_at').pluck('ordinal');
  const setState = (state: string) =>
    games.db('ledger_transfers').where({ id: transfers[1] }).update({ state });

  it('PAY-08 an entry is suspended while its payment is removed, until the prizes are settled', async () => {
    await setState('ORPHANED');
    await setPrizeState('SETTLED');
    await updateSuspensions(games.replica);
    expect(await readSuspended()).toEqual([]);
    await setPrizeState('REVIEW');
    await updateSuspensions(games.replica);
    expect(await readSuspended()).toEqual([2]);
    await setState('SEEN');
    await setPrizeState('SETTLED');
    await updateSuspensions(games.replica);
    expect(await readSuspended()).toEqual([2]);
    await setPrizeState(null);
    await updateSuspensions(games.replica);
    expect(await readSuspended()).toEqual([]);
  });
});
