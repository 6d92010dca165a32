import type { Ledger } from '@touchline/chain-ledger/ledger';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import type { TokenTransfer } from '@touchline/chain-ledger/transfer';
import type { Knex } from 'knex';
import { enter, type JoinDeps, type Joined } from '../entries/enter.ts';
import { findEntryOf } from '../entries/entries.store.ts';
import { checkedAgain, type TeamDraft } from '../entries/team.ts';
import { type StoredGame, statusOf, windowOf } from '../games/game.ts';
import { lockGame } from '../games/games.store.ts';
import { createSharedTurns, type Settled } from '../games/transaction-batcher.ts';
import type { Failure, Reservation } from '../reservations/reservation.ts';
import {
  endOtherReservations,
  endReservation,
  lockReservation,
  reservationsIn,
} from '../reservations/reservations.store.ts';
import { releaseSeat, takeSeat } from '../reservations/seats.store.ts';
import { choosePayment } from './choose-payment.ts';
import { claimants, entryMoment, hadEnded } from './entry-effective-at.ts';
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
 * one transaction; after a crash the worker finishes the reservation. Credits that wait for the same game share a
 * transaction, one after the other in it; repeating a call changes nothing.
 * @param found the transaction's transfers as just read from the chain; null to use what the ledger has
 */
export type Credit = (
  reservation: Pick<Reservation, 'id' | 'game_id'>,
  hash: string,
  found: readonly TokenTransfer[] | null,
) => Promise<Outcome>;

/** Each takes some ten statements, while the game's other transactions wait. */
const AT_ONCE = 25;

interface Request {
  id: string;
  hash: string;
  found: readonly TokenTransfer[] | null;
}

/** `ended` is what is counted once it is committed; null when nothing ended now. */
interface Credited {
  outcome: Outcome;
  ended: string | null;
}

export function createCredits(deps: CreditDeps): Credit {
  const share = createSharedTurns<Request, Credited>(
    deps.changeGame,
    (trx, gameId, requests) => creditTogether(deps, trx, gameId, requests),
    AT_ONCE,
  );
  return async ({ id, game_id }, hash, found) => {
    const { outcome, ended } = await share(game_id, { id, hash, found });
    if (ended !== null) deps.metrics.ended(ended);
    return outcome;
  };
}

async function creditTogether(
  deps: CreditDeps,
  trx: Knex.Transaction,
  gameId: string,
  requests: readonly Request[],
): Promise<Settled<Credited>[]> {
  const { ledger, payouts } = deps;
  const hashes = requests.map(({ hash }) => hash);
  // Always in this order: transactions, game, payouts. Reservations change below the lock of their game alone.
  await ledger.lock(trx, hashes);
  for (const { hash, found } of requests) if (found) await ledger.record(trx, hash, found);
  const game = await lockGame(trx, gameId);
  if (requests.length > 1) await payouts.lock(trx, hashes);
  const settled: Settled<Credited>[] = [];
  for (const request of requests) settled.push({ answer: await credit(deps, trx, game, request) });
  return settled;
}

async function credit(
  deps: CreditDeps,
  trx: Knex.Transaction,
  game: StoredGame,
  { id, hash }: Request,
): Promise<Credited> {
  const { ledger, payouts } = deps;
  const reservation = await lockReservation(trx, id);
  const before = await outcomeOf(trx, reservation);
  if (before) return { outcome: before, ended: null };
  const payments = await paymentsOf(trx, payouts, await ledger.findTransfers(trx, hash));
  const choice = choosePayment(payments, reservation);
  if (!('payment' in choice)) {
    const submitted = reservation.tx_hash === hash && reservation.state === 'SUBMITTED';
    if (submitted) await fail(trx, reservation, choice.state, deps.now());
    return { outcome: { state: 'ENDED', failure: choice.state }, ended: submitted ? choice.state : null };
  }
  const { payment } = choice;
  if (await paysForAnother(trx, reservation, payment)) {
    await fail(trx, reservation, 'RESERVATION_MISMATCH', deps.now());
    return { outcome: { state: 'ENDED', failure: 'RESERVATION_MISMATCH' }, ended: null };
  }
  const buyer = await buyerOf(deps, game, reservation, payment);
  const refused = choice.state === 'UNDERPAID' ? choice.state : await whyNotTaken(trx, deps, game, buyer);
  await ledger.markAssigned(trx, payment.id);
  if (refused === null) {
    const outcome = await join(trx, deps, game, reservation, { ...buyer, payment });
    return { outcome, ended: 'JOINED' };
  }
  await owePayment(trx, payouts, payment.id, { reason: refused, meant_for: reservation.id });
  await endReservation(trx, id, { state: 'REFUND_DUE', failure: refused, at: deps.now(), tx_hash: hash });
  await releaseSeat(trx, game.id, reservation.wallet_address);
  return { outcome: { state: 'ENDED', failure: refused }, ended: refused };
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
