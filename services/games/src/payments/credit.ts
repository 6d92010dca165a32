import type { Ledger } from '@touchline/chain-ledger/ledger';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import type { TokenTransfer } from '@touchline/chain-ledger/transfer';
import { joinWindow } from '@touchline/rules/calendar';
import { findGameweek } from '@touchline/rules/season';
import type { Knex } from 'knex';
import { enterTeams, type Joined } from '../entries/enter.ts';
import { findEntryByWallet } from '../entries/entries.store.ts';
import { recheckTeam, type TeamDraft } from '../entries/team.ts';
import { computeStatus, type StoredGame } from '../games/game.ts';
import type { Outcome } from '../games/game-writes.ts';
import type { GamesContext } from '../games/games-context.ts';
import type { Failure, Reservation } from '../reservations/reservation.ts';
import {
  endOtherReservations,
  endReservation,
  findReservations,
  lockReservation,
} from '../reservations/reservations.store.ts';
import { takeSeat } from '../reservations/seats.store.ts';
import { reopenGame } from '../settlement/settlement.store.ts';
import { choosePayment } from './choose-payment.ts';
import { computeEffectiveAt, findClaimants, hadEnded } from './entry-effective-at.ts';
import type { Payment } from './payment.ts';
import type { PaymentMetrics } from './payment-metrics.ts';
import { findPayments, recordRefund, recordReservationPayment } from './payments.store.ts';

/** Outcome of a payment. */
export type PaymentOutcome = { state: 'PENDING' } | Joined | { state: 'ENDED'; failure: Failure };

export interface CreditDeps extends Omit<GamesContext, 'db'> {
  ledger: Ledger;
  payouts: Payouts;
  metrics: PaymentMetrics;
}

/**
 * Joins a reservation with a confirmed transaction, or returns why it cannot join. Receipt, entry and event are written in one
 * transaction; after a crash the worker finishes the reservation. Concurrent credits for the same game share a transaction and
 * run in order. Repeating a call changes nothing.
 * @param transfers the transaction's transfers as just read from the chain; null to use the ledger's transfers
 */
export type Credit = (
  reservation: Pick<Reservation, 'id' | 'game_id'>,
  hash: string,
  transfers: readonly TokenTransfer[] | null,
) => Promise<PaymentOutcome>;

/** A credit needs about ten statements while the game's other transactions wait, so batches are small. */
const MAX_BATCH = 25;

interface CreditRequest {
  id: string;
  hash: string;
  transfers: readonly TokenTransfer[] | null;
}

/** `ended` is the outcome to count after the commit; null when no reservation ended. */
interface Credited {
  outcome: PaymentOutcome;
  ended: string | null;
}

export function createCredits(deps: CreditDeps): Credit {
  const batch = deps.writes.batched<CreditRequest, Credited>(
    (trx, game, requests) => creditBatch(deps, trx, game, requests),
    MAX_BATCH,
  );
  return async ({ id, game_id }, hash, transfers) => {
    const { outcome, ended } = await batch(game_id, { id, hash, transfers });
    if (ended !== null) deps.metrics.ended.inc({ outcome: ended });
    return outcome;
  };
}

async function creditBatch(
  deps: CreditDeps,
  trx: Knex.Transaction,
  game: StoredGame,
  requests: readonly CreditRequest[],
): Promise<Outcome<Credited>[]> {
  const { ledger, payouts } = deps;
  const hashes = requests.map(({ hash }) => hash);
  // Lock order: game, transfers, payouts. Reservations change only under the lock of their game.
  await ledger.lock(trx, hashes);
  for (const { hash, transfers } of requests) if (transfers) await ledger.record(trx, hash, transfers);
  if (requests.length > 1) await payouts.lock(trx, hashes);
  const results: Outcome<Credited>[] = [];
  for (const request of requests) results.push({ value: await credit(deps, trx, game, request) });
  return results;
}

async function credit(
  deps: CreditDeps,
  trx: Knex.Transaction,
  game: StoredGame,
  { id, hash }: CreditRequest,
): Promise<Credited> {
  const { ledger, payouts } = deps;
  const at = deps.now();
  const reservation = await lockReservation(trx, id);
  // It was deleted since the transaction was read; the next request with the hash reserves again.
  if (!reservation) return { outcome: { state: 'PENDING' }, ended: null };
  const previous = await findOutcome(trx, reservation);
  if (previous) return { outcome: previous, ended: null };
  const payments = await findPayments(trx, payouts, await ledger.findTransfers(trx, hash));
  const choice = choosePayment(payments, reservation);
  const isItsHash = reservation.tx_hash === hash;
  if (!('payment' in choice)) {
    const submitted = isItsHash && reservation.state === 'SUBMITTED';
    if (submitted) await endReservation(trx, reservation, { state: 'FAILED', failure: choice.state, at });
    return { outcome: { state: 'ENDED', failure: choice.state }, ended: submitted ? choice.state : null };
  }
  const { payment } = choice;
  if (await isForAnotherReservation(trx, reservation, payment)) {
    // A reservation with another hash, or without one, still waits for its payment.
    if (isItsHash)
      await endReservation(trx, reservation, { state: 'FAILED', failure: 'RESERVATION_MISMATCH', at });
    return { outcome: { state: 'ENDED', failure: 'RESERVATION_MISMATCH' }, ended: null };
  }
  const buyer = await buildBuyer(deps, game, reservation, payment);
  const rejection = choice.state === 'UNDERPAID' ? choice.state : await findRejection(trx, deps, game, buyer);
  await ledger.markAssigned(trx, payment.id);
  if (rejection === null) {
    const outcome = await join(trx, deps, game, reservation, { ...buyer, payment });
    return { outcome, ended: 'JOINED' };
  }
  await recordRefund(trx, payouts, payment.id, { reason: rejection, meant_for: reservation.id });
  await endReservation(trx, reservation, { state: 'REFUND_DUE', failure: rejection, at, tx_hash: hash });
  return { outcome: { state: 'ENDED', failure: rejection }, ended: rejection };
}

/** Finds the outcome of a reservation that ended with a payment; null while it can still join. */
async function findOutcome(db: Knex, reservation: Reservation): Promise<PaymentOutcome | null> {
  const { state, failure, game_id, wallet_address } = reservation;
  if (state === 'REFUND_DUE' && failure) return { state: 'ENDED', failure };
  if (state !== 'JOINED') return null;
  return { state: 'JOINED', entry: (await findEntryByWallet(db, game_id, wallet_address))!, created: false };
}

/** True when another unpaid reservation of the wallet held its team when the payment was mined. */
async function isForAnotherReservation(
  trx: Knex.Transaction,
  reservation: Reservation,
  payment: Payment,
): Promise<boolean> {
  const all = await findReservations(trx, reservation.game_id, reservation.wallet_address);
  const unpaid = all.filter(({ state }) => state !== 'JOINED' && state !== 'REFUND_DUE');
  return !findClaimants(unpaid, payment).some(({ id }) => id === reservation.id);
}

/** The wallet, team and start of an entry; `team` is null when it is no longer valid. */
interface Buyer {
  wallet: string;
  team: TeamDraft | null;
  joined_at: number;
}

async function buildBuyer(
  { seasons, now }: Pick<CreditDeps, 'seasons' | 'now'>,
  game: StoredGame,
  reservation: Reservation,
  payment: Payment,
): Promise<Buyer> {
  const { team, wallet_address: wallet } = reservation;
  return {
    wallet,
    team: hadEnded(reservation, payment) ? recheckTeam(team, await seasons.get(game.season)) : team,
    joined_at: computeEffectiveAt(reservation, payment, now()),
  };
}

async function findRejection(
  trx: Knex.Transaction,
  { now, calendar }: Pick<CreditDeps, 'now' | 'calendar'>,
  game: StoredGame,
  { wallet, team, joined_at }: Buyer,
): Promise<Failure | null> {
  const at = now();
  const window = joinWindow(game, at, calendar);
  if (window.code === 'CANCELLED') return 'GAME_CANCELLED';
  // The time of payment decides, regardless of how long the confirmation took; a game that is over cannot be joined.
  if (joined_at >= window.closes_at || computeStatus(game, at) === 'COMPLETED') return 'JOIN_CLOSED';
  if (await findEntryByWallet(trx, game.id, wallet)) return 'ALREADY_JOINED';
  if (!team) return 'SQUAD_INVALID';
  return (await takeSeat(trx, game, wallet, at)) ? null : 'GAME_FULL';
}

async function join(
  trx: Knex.Transaction,
  deps: Pick<CreditDeps, 'seasons' | 'payouts' | 'now' | 'numberRosters' | 'seals'>,
  game: StoredGame,
  reservation: Reservation,
  { payment, team, joined_at }: Buyer & { payment: Payment },
): Promise<PaymentOutcome> {
  const { seasons, payouts, now } = deps;
  const { id, wallet_address, fee } = reservation;
  const season = await seasons.get(game.season);
  const [entered] = await enterTeams(deps, trx, season, game, [{ wallet_address, team: team!, joined_at }]);
  const { entry, sealed } = entered!;
  const { gameweek } = sealed.version;
  if (findGameweek(season, gameweek)?.settled) await reopenGame(trx, game.id, gameweek);
  await recordReservationPayment(trx, payouts, payment.id, { id, surplus: payment.amount - fee });
  await endOtherReservations(trx, reservation);
  const tx_hash = payment.tx_hash;
  await endReservation(trx, reservation, { state: 'JOINED', entry_id: entry.id, at: now(), tx_hash });
  return { state: 'JOINED', entry, created: true };
}
