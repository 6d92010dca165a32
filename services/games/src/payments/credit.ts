import type { TokenTransfer } from '@touchline/chain-ledger/transfer';
import type { Knex } from 'knex';
import type { Joined } from '../entries/enter.ts';
import { enter } from '../entries/enter.ts';
import { findEntryOf } from '../entries/entries.store.ts';
import { type StoredGame, statusOf, windowOf } from '../games/game.ts';
import { lockGame } from '../games/games.store.ts';
import type { Failure, Reservation } from '../reservations/reservation.ts';
import { endOtherReservations, endReservation, lockReservation } from '../reservations/reservations.store.ts';
import { releaseSeat, takeSeat } from '../reservations/seats.store.ts';
import { choosePayment } from './choose-payment.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { received, recordTransfers } from './record.ts';
import type { StoredTransfer } from './transfer.ts';
import { lockHash, oweTransfer, transfersOf, useTransfer } from './transfers.store.ts';

/** What a payment led to. */
export type Outcome = { state: 'PENDING' } | Joined | { state: 'ENDED'; failure: Failure };

/**
 * Lets a reservation join with a transaction that is deep enough, or says why not. The receipt, the entry and the word of it
 * are one transaction: whoever dies in between leaves a reservation that the worker finishes. Calls for the same hash, game
 * and reservation follow each other; repeating one changes nothing.
 * @param found the transaction's transfers when they come from the chain; without them what is stored
 */
export async function credit(
  deps: PaymentDeps,
  { id, game_id }: Pick<Reservation, 'id' | 'game_id'>,
  hash: string,
  found: readonly TokenTransfer[] | null,
): Promise<Outcome> {
  const { receiver, now, metrics } = deps;
  let ended: string | null = null;
  const outcome = await deps.changeGame(game_id, async (trx): Promise<Outcome> => {
    // Always in this order: hash, game, reservation.
    await lockHash(trx, hash);
    if (found) await recordTransfers(trx, receiver, received(found, receiver.treasury), now());
    const game = await lockGame(trx, game_id);
    const reservation = await lockReservation(trx, id);
    const before = await outcomeOf(trx, reservation);
    if (before) return before;
    const choice = choosePayment(await transfersOf(trx, receiver.chainId, hash), reservation);
    if (!('transfer' in choice)) {
      if (reservation.tx_hash === hash && reservation.state === 'SUBMITTED') {
        await fail(trx, reservation, choice.state);
        ended = choice.state;
      }
      return { state: 'ENDED', failure: choice.state };
    }
    const refused =
      choice.state === 'UNDERPAID'
        ? 'UNDERPAID'
        : await whyNotTaken(trx, deps, game, reservation, choice.transfer);
    ended = refused ?? 'JOINED';
    if (refused === null) return join(trx, deps, game, reservation, choice.transfer);
    await oweTransfer(trx, choice.transfer.id, refused, reservation.id);
    await endReservation(trx, id, { state: 'REFUND_DUE', failure: refused, tx_hash: hash });
    await releaseSeat(trx, game_id, reservation.wallet_address);
    return { state: 'ENDED', failure: refused };
  });
  if (ended !== null) metrics.ended(ended);
  return outcome;
}

/** What became of a reservation that has ended with money; null while it can still join. */
async function outcomeOf(db: Knex, reservation: Reservation): Promise<Outcome | null> {
  const { state, failure, game_id, wallet_address } = reservation;
  if (state === 'REFUND_DUE' && failure) return { state: 'ENDED', failure };
  if (state !== 'JOINED') return null;
  return { state: 'JOINED', entry: (await findEntryOf(db, game_id, wallet_address))!, created: false };
}

/** What was submitted is no payment: the seat is free. */
export async function fail(trx: Knex.Transaction, reservation: Reservation, failure: Failure): Promise<void> {
  await endReservation(trx, reservation.id, { state: 'FAILED', failure });
  await releaseSeat(trx, reservation.game_id, reservation.wallet_address);
}

async function whyNotTaken(
  trx: Knex.Transaction,
  { now, calendar }: PaymentDeps,
  game: StoredGame,
  { wallet_address }: Reservation,
  { block_time }: StoredTransfer,
): Promise<Failure | null> {
  const at = now();
  const window = windowOf(game, at, calendar);
  if (window.code === 'CANCELLED') return 'GAME_CANCELLED';
  // Paid in time is in time, however long the confirmation took; but nobody joins a game that is over.
  if (block_time >= window.closes_at || statusOf(game, at) === 'COMPLETED') return 'JOIN_CLOSED';
  if (await findEntryOf(trx, game.id, wallet_address)) return 'ALREADY_JOINED';
  return (await takeSeat(trx, game, wallet_address, at)) ? null : 'GAME_FULL';
}

/** He has joined from the moment on at which the team was fixed and the fee paid, however late we learn of it. */
async function join(
  trx: Knex.Transaction,
  { seasons, now }: PaymentDeps,
  game: StoredGame,
  reservation: Reservation,
  transfer: StoredTransfer,
): Promise<Outcome> {
  const { id, game_id, wallet_address, team, fee } = reservation;
  const joined_at = Math.min(now(), Math.max(transfer.block_time, reservation.fixed_at));
  const season = await seasons.get(game.season);
  const entry = await enter(trx, season, { game_id, wallet_address, team, joined_at });
  await useTransfer(trx, transfer.id, id, transfer.amount - fee);
  await endOtherReservations(trx, reservation);
  await endReservation(trx, id, { state: 'JOINED', entry_id: entry.id, tx_hash: transfer.tx_hash });
  return { state: 'JOINED', entry, created: true };
}
