import type { Ledger } from '@touchline/chain-ledger/ledger';
import type { TokenTransfer } from '@touchline/chain-ledger/transfer';
import type { Knex } from 'knex';
import { enter, type JoinDeps, type Joined } from '../entries/enter.ts';
import { findEntryOf } from '../entries/entries.store.ts';
import { type StoredGame, statusOf, windowOf } from '../games/game.ts';
import { lockGame } from '../games/games.store.ts';
import type { Failure, Reservation } from '../reservations/reservation.ts';
import { endOtherReservations, endReservation, lockReservation } from '../reservations/reservations.store.ts';
import { releaseSeat, takeSeat } from '../reservations/seats.store.ts';
import { choosePayment } from './choose-payment.ts';
import type { Payment } from './payment.ts';
import type { PaymentMetrics } from './payment-metrics.ts';
import { owePayment, paymentsOf, payReservation } from './payments.store.ts';

/** What a payment led to. */
export type Outcome = { state: 'PENDING' } | Joined | { state: 'ENDED'; failure: Failure };

export interface CreditDeps extends Omit<JoinDeps, 'db'> {
  ledger: Ledger;
  metrics: PaymentMetrics;
}

/**
 * Lets a reservation join with a transaction that is deep enough, or says why not. Receipt, entry and event are written in
 * one transaction; after a crash the worker finishes the reservation. Calls for the same hash, game and reservation run one
 * after the other, and repeating a call changes nothing.
 * @param found the transaction's transfers as just read from the chain; null to use what the ledger has
 */
export async function credit(
  deps: CreditDeps,
  { id, game_id }: Pick<Reservation, 'id' | 'game_id'>,
  hash: string,
  found: readonly TokenTransfer[] | null,
): Promise<Outcome> {
  const { changeGame, ledger, metrics } = deps;
  let ended: string | null = null;
  const outcome = await changeGame(game_id, async (trx): Promise<Outcome> => {
    // Always in this order: hash, game, reservation.
    await ledger.lock(trx, hash);
    if (found) await ledger.record(trx, hash, found);
    const game = await lockGame(trx, game_id);
    const reservation = await lockReservation(trx, id);
    const before = await outcomeOf(trx, reservation);
    if (before) return before;
    const payments = await paymentsOf(trx, await ledger.transfersOf(trx, hash));
    const choice = choosePayment(payments, reservation);
    if (!('payment' in choice)) {
      if (reservation.tx_hash === hash && reservation.state === 'SUBMITTED') {
        await fail(trx, reservation, choice.state);
        ended = choice.state;
      }
      return { state: 'ENDED', failure: choice.state };
    }
    const { payment } = choice;
    const refused =
      choice.state === 'UNDERPAID' ? choice.state : await whyNotTaken(trx, deps, game, reservation, payment);
    ended = refused ?? 'JOINED';
    await ledger.markAssigned(trx, payment.id);
    if (refused === null) return join(trx, deps, game, reservation, payment);
    await owePayment(trx, payment.id, refused, reservation.id);
    await endReservation(trx, id, { state: 'REFUND_DUE', failure: refused, tx_hash: hash });
    await releaseSeat(trx, game_id, reservation.wallet_address);
    return { state: 'ENDED', failure: refused };
  });
  if (ended !== null) metrics.ended(ended);
  return outcome;
}

/** The outcome of a reservation that has ended with money; null while it can still join. */
async function outcomeOf(db: Knex, reservation: Reservation): Promise<Outcome | null> {
  const { state, failure, game_id, wallet_address } = reservation;
  if (state === 'REFUND_DUE' && failure) return { state: 'ENDED', failure };
  if (state !== 'JOINED') return null;
  return { state: 'JOINED', entry: (await findEntryOf(db, game_id, wallet_address))!, created: false };
}

/** What was submitted is not a payment: the seat becomes free. */
export async function fail(trx: Knex.Transaction, reservation: Reservation, failure: Failure): Promise<void> {
  await endReservation(trx, reservation.id, { state: 'FAILED', failure });
  await releaseSeat(trx, reservation.game_id, reservation.wallet_address);
}

async function whyNotTaken(
  trx: Knex.Transaction,
  { now, calendar }: Pick<CreditDeps, 'now' | 'calendar'>,
  game: StoredGame,
  { wallet_address }: Reservation,
  { block_time }: Payment,
): Promise<Failure | null> {
  const at = now();
  const window = windowOf(game, at, calendar);
  if (window.code === 'CANCELLED') return 'GAME_CANCELLED';
  // Paid in time is in time, however long the confirmation took; but nobody joins a game that is over.
  if (block_time >= window.closes_at || statusOf(game, at) === 'COMPLETED') return 'JOIN_CLOSED';
  if (await findEntryOf(trx, game.id, wallet_address)) return 'ALREADY_JOINED';
  return (await takeSeat(trx, game, wallet_address, at)) ? null : 'GAME_FULL';
}

/** The entry counts from the moment at which the team was fixed and the fee paid, even if that is discovered later. */
async function join(
  trx: Knex.Transaction,
  { seasons, now }: Pick<CreditDeps, 'seasons' | 'now'>,
  game: StoredGame,
  reservation: Reservation,
  payment: Payment,
): Promise<Outcome> {
  const { id, game_id, wallet_address, team, fee, fixed_at } = reservation;
  const joined_at = Math.min(now(), Math.max(payment.block_time, fixed_at));
  const season = await seasons.get(game.season);
  const entry = await enter(trx, season, { game_id, wallet_address, team, joined_at });
  await payReservation(trx, payment.id, id, payment.amount - fee);
  await endOtherReservations(trx, reservation);
  await endReservation(trx, id, { state: 'JOINED', entry_id: entry.id, tx_hash: payment.tx_hash });
  return { state: 'JOINED', entry, created: true };
}
