import type { Ledger } from '@touchline/chain-ledger/ledger';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import type { TokenTransfer } from '@touchline/chain-ledger/transfer';
import type { Knex } from 'knex';
import { enter, type JoinDeps, type Joined } from '../entries/enter.ts';
import { findEntryOf } from '../entries/entries.store.ts';
import { checkedAgain, type TeamDraft } from '../entries/team.ts';
import { type StoredGame, statusOf, windowOf } from '../games/game.ts';
import { lockGame } from '../games/games.store.ts';
import type { Failure, Reservation } from '../reservations/reservation.ts';
import {
  endOtherReservations,
  endReservation,
  lockReservation,
  reservationsIn,
} from '../reservations/reservations.store.ts';
import { releaseSeat, takeSeat } from '../reservations/seats.store.ts';
import { choosePayment } from './choose-payment.ts';
import { claimants, entryMoment, hadEnded } from './entry-moment.ts';
import type { Payment } from './payment.ts';
import type { PaymentMetrics } from './payment-metrics.ts';
import { owePayment, paymentsOf, payReservation } from './payments.store.ts';

/** What a payment led to. */
export type Outcome = { state: 'PENDING' } | Joined | { state: 'ENDED'; failure: Failure };

export interface CreditDeps extends Omit<JoinDeps, 'db'> {
  ledger: Ledger;
  payouts: Payouts;
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
  const { changeGame, ledger, payouts, metrics } = deps;
  let ended: string | null = null;
  const outcome = await changeGame(game_id, async (trx): Promise<Outcome> => {
    // Always in this order: hash, game, reservation, payouts.
    await ledger.lock(trx, hash);
    if (found) await ledger.record(trx, hash, found);
    const game = await lockGame(trx, game_id);
    const reservation = await lockReservation(trx, id);
    const before = await outcomeOf(trx, reservation);
    if (before) return before;
    const payments = await paymentsOf(trx, payouts, await ledger.transfersOf(trx, hash));
    const choice = choosePayment(payments, reservation);
    if (!('payment' in choice)) {
      if (reservation.tx_hash === hash && reservation.state === 'SUBMITTED') {
        await fail(trx, reservation, choice.state, deps.now());
        ended = choice.state;
      }
      return { state: 'ENDED', failure: choice.state };
    }
    const { payment } = choice;
    if (await paysForAnother(trx, reservation, payment)) {
      await fail(trx, reservation, 'RESERVATION_MISMATCH', deps.now());
      return { state: 'ENDED', failure: 'RESERVATION_MISMATCH' };
    }
    const buyer = await buyerOf(deps, game, reservation, payment);
    const refused = choice.state === 'UNDERPAID' ? choice.state : await whyNotTaken(trx, deps, game, buyer);
    ended = refused ?? 'JOINED';
    await ledger.markAssigned(trx, payment.id);
    if (refused === null) return join(trx, deps, game, reservation, { ...buyer, payment });
    await owePayment(trx, payouts, payment.id, { reason: refused, meant_for: reservation.id });
    await endReservation(trx, id, { state: 'REFUND_DUE', failure: refused, at: deps.now(), tx_hash: hash });
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
export async function fail(
  trx: Knex.Transaction,
  reservation: Reservation,
  failure: Failure,
  at: number,
): Promise<void> {
  await endReservation(trx, reservation.id, { state: 'FAILED', failure, at });
  await releaseSeat(trx, reservation.game_id, reservation.wallet_address);
}

/** Whether another unpaid reservation of the wallet held its team when the payment was mined. */
async function paysForAnother(
  trx: Knex.Transaction,
  reservation: Reservation,
  payment: Payment,
): Promise<boolean> {
  const all = await reservationsIn(trx, reservation.game_id, reservation.wallet_address);
  const unpaid = all.filter(({ state }) => state !== 'JOINED' && state !== 'REFUND_DUE');
  return !claimants(unpaid, payment).some(({ id }) => id === reservation.id);
}

/** Who joins, with which team and from when; without a team when it is no longer legal. */
interface Buyer {
  wallet: string;
  team: TeamDraft | null;
  joined_at: number;
}

async function buyerOf(
  { seasons, now }: Pick<CreditDeps, 'seasons' | 'now'>,
  game: StoredGame,
  reservation: Reservation,
  payment: Payment,
): Promise<Buyer> {
  const { team, wallet_address: wallet } = reservation;
  return {
    wallet,
    team: hadEnded(reservation, payment) ? checkedAgain(team, await seasons.get(game.season)) : team,
    joined_at: entryMoment(reservation, payment, now()),
  };
}

async function whyNotTaken(
  trx: Knex.Transaction,
  { now, calendar }: Pick<CreditDeps, 'now' | 'calendar'>,
  game: StoredGame,
  { wallet, team, joined_at }: Buyer,
): Promise<Failure | null> {
  const at = now();
  const window = windowOf(game, at, calendar);
  if (window.code === 'CANCELLED') return 'GAME_CANCELLED';
  // Paid in time is in time, however long the confirmation took; but nobody joins a game that is over.
  if (joined_at >= window.closes_at || statusOf(game, at) === 'COMPLETED') return 'JOIN_CLOSED';
  if (await findEntryOf(trx, game.id, wallet)) return 'ALREADY_JOINED';
  if (!team) return 'SQUAD_INVALID';
  return (await takeSeat(trx, game, wallet, at)) ? null : 'GAME_FULL';
}

async function join(
  trx: Knex.Transaction,
  { seasons, payouts, now }: Pick<CreditDeps, 'seasons' | 'payouts' | 'now'>,
  game: StoredGame,
  reservation: Reservation,
  { payment, team, joined_at }: Buyer & { payment: Payment },
): Promise<Outcome> {
  const { id, wallet_address, fee } = reservation;
  const season = await seasons.get(game.season);
  const [entry] = await enter(trx, season, game, [{ wallet_address, team: team!, joined_at }]);
  await payReservation(trx, payouts, payment.id, { id, surplus: payment.amount - fee });
  await endOtherReservations(trx, reservation);
  const tx_hash = payment.tx_hash;
  await endReservation(trx, id, { state: 'JOINED', entry_id: entry!.id, at: now(), tx_hash });
  return { state: 'JOINED', entry: entry!, created: true };
}
