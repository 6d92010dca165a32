import { TouchlineError } from '@touchline/api/errors';
import { type Calendar, joinWindow } from '@touchline/rules/calendar';
import { tokensToWei } from '@touchline/rules/tokens';
import type { Knex } from 'knex';
import { type Joined, repeatJoin } from '../entries/enter.ts';
import { findEntryByWallet } from '../entries/entries.store.ts';
import type { Entry } from '../entries/entry.ts';
import { computeDigest, draftTeam, type JoinRequest, type TeamDraft } from '../entries/team.ts';
import { assertJoinOpen, feeRequired, type StoredGame } from '../games/game.ts';
import type { GamesContext } from '../games/games-context.ts';
import type { PaymentOutcome } from '../payments/credit.ts';
import type { Failure, Reservation, ReservationState } from '../reservations/reservation.ts';
import {
  findReservations,
  insertReservation,
  lockReservation,
  submitHash,
} from '../reservations/reservations.store.ts';
import {
  assertReservationLimit,
  findLiveHold,
  RESERVATION_MISMATCH_TEXT,
  reservationMismatch,
} from '../reservations/reserve.ts';
import { findPreviousHoldEnd, takeSeat } from '../reservations/seats.store.ts';

export interface JoinPaidDeps extends GamesContext {
  /** Looks up the payment of a submitted reservation on the chain. */
  verifyPayment: (reservation: Reservation) => Promise<PaymentOutcome>;
}

/** The payment is not mined or does not have enough confirmations yet. */
export interface Pending {
  state: 'PENDING';
  reservation_id: string;
}

/**
 * Joins a game with an entry fee by the hash of its payment (game rules 5). Repeating a request is always safe.
 * @throws TouchlineError VALIDATION_FAILED (no hash), ALREADY_JOINED, RESERVATION_MISMATCH, TX_REVERTED, TX_NOT_FOUND,
 * TX_NOT_PAYMENT, TX_ALREADY_USED, UNDERPAID, GAME_FULL, GAME_CANCELLED, JOIN_NOT_OPEN, JOIN_CLOSED, SQUAD_INVALID, LINEUP_INVALID
 */
export async function joinPaid(
  { verifyPayment, ...deps }: JoinPaidDeps,
  game: StoredGame,
  wallet: string,
  request: JoinRequest,
): Promise<Joined | Pending> {
  const digest = computeDigest(request);
  const hash = request.transaction_hash?.toLowerCase();
  const existing = await findEntryByWallet(deps.db, game.id, wallet);
  if (existing) return repeatPaidJoin(deps.db, existing, digest, hash);
  if (!hash) throw feeRequired();
  const submitted = await submit(deps, game, wallet, { request, digest, hash });
  const outcome = 'id' in submitted ? await verifyPayment(submitted) : submitted;
  if (outcome.state === 'ENDED') throw new TouchlineError(outcome.failure, FAILURES[outcome.failure]);
  if (outcome.state === 'JOINED')
    return { ...(await repeatPaidJoin(deps.db, outcome.entry, digest, hash)), created: outcome.created };
  return { state: 'PENDING', reservation_id: (submitted as Reservation).id };
}

/**
 * Returns an entry to a repeated join. The hash that paid for it is enough, because another tab may have reserved another team
 * before the payment was mined (game rules 5.10).
 * @throws TouchlineError ALREADY_JOINED for another team with another hash
 */
async function repeatPaidJoin(
  db: Knex,
  entry: Entry,
  digest: string,
  hash: string | undefined,
): Promise<Joined> {
  const reservations = hash ? await findReservations(db, entry.game_id, entry.wallet_address) : [];
  const paid = reservations.some(({ state, tx_hash }) => state === 'JOINED' && tx_hash === hash);
  return paid ? { state: 'JOINED', entry, created: false } : repeatJoin(entry, digest);
}

const REFUND = 'It has been recorded and will be refunded to the wallet that sent it.';

const FAILURES: Readonly<Record<Failure, string>> = {
  TX_REVERTED: 'This transaction was reverted, so nothing was paid. You can pay again.',
  TX_NOT_FOUND:
    'This payment was not found on the chain. It was probably cancelled or dropped, so you can pay again.',
  TX_NOT_PAYMENT:
    'This transaction did not send FOOTBALL from your wallet to the treasury after you reserved.',
  TX_ALREADY_USED: 'This payment has already been used.',
  UNDERPAID: `You paid less than the entry fee. ${REFUND}`,
  GAME_FULL: `All seats were taken before your payment arrived. ${REFUND}`,
  JOIN_CLOSED: `The join window had closed before your payment arrived. ${REFUND}`,
  GAME_CANCELLED: `This game was cancelled before your payment arrived. ${REFUND}`,
  RESERVATION_MISMATCH: RESERVATION_MISMATCH_TEXT,
  SQUAD_INVALID: `The team you reserved is no longer within the budget. ${REFUND}`,
  ALREADY_JOINED: `You had already joined this game when this payment arrived. ${REFUND}`,
};

interface Submission {
  request: JoinRequest;
  digest: string;
  hash: string;
}

/**
 * Marks the reservation that the hash pays for as SUBMITTED, unless its hold has ended with this hash. Returns the outcome when the
 * payment already has one.
 */
async function submit(
  { writes, seasons, calendar, now }: GamesContext,
  { id, season: seasonId }: StoredGame,
  wallet: string,
  { request, digest, hash }: Submission,
): Promise<Reservation | PaymentOutcome> {
  const season = await seasons.get(seasonId);
  return writes.run(id, async (trx, game) => {
    const at = now();
    const entry = await findEntryByWallet(trx, id, wallet);
    if (entry) return { state: 'JOINED', entry, created: false };
    const live = await findLiveHold(trx, id, wallet, at);
    const earlier = await findReservations(trx, id, wallet);
    const refundDue = earlier.find(({ state, tx_hash }) => state === 'REFUND_DUE' && tx_hash === hash);
    if (refundDue?.failure) return { state: 'ENDED', failure: refundDue.failure };
    if (live && live.team.digest !== digest) throw reservationMismatch();
    const ended = earlier.filter((each) => each.team.digest === digest && MAY_STILL_JOIN.has(each.state));
    // Also with a live hold, which belongs to another payment.
    const expired = ended.find(({ state, tx_hash }) => state === 'EXPIRED' && tx_hash === hash);
    if (expired) return expired;
    // A reservation that ended without this payment is revived. It gets a seat once it is paid, if one is free then.
    const reservation =
      live ??
      ended[0] ??
      (await reserveWithPayment(trx, game, wallet, () => draftTeam(request, digest, season), at, calendar));
    await submitHash(trx, reservation.id, hash, at);
    return (await lockReservation(trx, reservation.id))!;
  });
}

const MAY_STILL_JOIN: ReadonlySet<ReservationState> = new Set(['EXPIRED', 'FAILED']);

/** Reserves for a wallet that paid without reserving. Payments since the window opened count; a seat is held if one is free. */
async function reserveWithPayment(
  trx: Knex.Transaction,
  game: StoredGame,
  wallet: string,
  draft: () => TeamDraft,
  now: number,
  calendar: Calendar,
): Promise<Reservation> {
  assertJoinOpen(game, now, calendar);
  await assertReservationLimit(trx, game.id, wallet, now);
  const team = draft();
  const pausedHoldEnd = await findPreviousHoldEnd(trx, game, wallet, now);
  if (pausedHoldEnd === null) await takeSeat(trx, game, wallet, now);
  return insertReservation(
    trx,
    {
      game_id: game.id,
      wallet_address: wallet,
      team,
      fee: tokensToWei(game.entry_fee),
      not_before: joinWindow(game, now, calendar).opens_at,
      expires_at: now,
      held_until: null,
    },
    now,
  );
}
