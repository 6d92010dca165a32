import { TouchlineError } from '@touchline/api/errors';
import type { Reservation as WireReservation } from '@touchline/api/http/reservations';
import { toInstant } from '@touchline/api/values';
import { tokensToWei, weiToTokens } from '@touchline/rules/tokens';
import type { Knex } from 'knex';
import { findEntryByWallet } from '../entries/entries.store.ts';
import { computeDigest, draftTeam, type JoinRequest, type TeamDraft } from '../entries/team.ts';
import { assertJoinOpen, type Fees, GAME_FULL_TEXT, isPaid, type StoredGame } from '../games/game.ts';
import type { GamesContext } from '../games/games-context.ts';
import { HOLD_MS, HOLD_PAUSE_MS, MAX_RESERVATIONS, REVIVAL_MS, type Reservation } from './reservation.ts';
import {
  changeHold,
  countUnpaidSince,
  endReservation,
  findLiveReservation,
  findReservations,
  insertReservation,
} from './reservations.store.ts';
import { findPreviousHoldEnd, takeSeat } from './seats.store.ts';

type ReserveRequest = Omit<JoinRequest, 'transaction_hash'>;

/**
 * Validates the team, fixes fee and prices and holds a seat for three minutes (game rules 5). Until a payment is known, another
 * request renews the same reservation with its own team.
 * @throws TouchlineError PAYMENT_NOT_NEEDED, ALREADY_JOINED, PAYMENT_PENDING, RESERVATION_MISMATCH, JOIN_NOT_OPEN,
 * JOIN_CLOSED, GAME_CANCELLED, GAME_FULL, SQUAD_INVALID, LINEUP_INVALID
 */
export async function reserve(
  { db, writes, seasons, calendar, now }: GamesContext,
  game: StoredGame,
  wallet: string,
  request: ReserveRequest,
): Promise<Reservation> {
  if (!isPaid(game))
    throw new TouchlineError(
      'PAYMENT_NOT_NEEDED',
      'This game is free. You can join it without a reservation.',
    );
  await assertNotJoined(db, game.id, wallet);
  assertJoinOpen(game, now(), calendar);
  const digest = computeDigest(request);
  const season = await seasons.get(game.season);
  return writes.run(game.id, async (trx, locked) => {
    const at = now();
    await assertNotJoined(trx, game.id, wallet);
    assertJoinOpen(locked, at, calendar);
    const live = await findLiveHold(trx, game.id, wallet, at);
    if (live?.state === 'SUBMITTED') throw buildPendingError(live, digest);
    // A live hold keeps the prices of its team.
    const team = live?.team.digest === digest ? live.team : draftTeam(request, digest, season);
    if (!(await takeSeat(trx, locked, wallet, at))) throw new TouchlineError('GAME_FULL', GAME_FULL_TEXT);
    return live ? renewHold(trx, live, team, at) : createReservation(trx, locked, wallet, team, at);
  });
}

/** Finds the wallet's live reservation. Ends an expired hold here, even before the worker does. */
export async function findLiveHold(
  trx: Knex.Transaction,
  gameId: string,
  wallet: string,
  at: number,
): Promise<Reservation | null> {
  const live = await findLiveReservation(trx, gameId, wallet);
  if (live?.state !== 'HELD' || live.expires_at > at) return live;
  await endReservation(trx, live, { state: 'EXPIRED', at });
  return null;
}

/** Changes the team of a hold, which keeps its end. The entry counts no earlier than the change. */
async function renewHold(
  trx: Knex.Transaction,
  reservation: Reservation,
  team: TeamDraft,
  now: number,
): Promise<Reservation> {
  const renewed = {
    ...reservation,
    team,
    fixed_at: reservation.team.digest === team.digest ? reservation.fixed_at : now,
  };
  await changeHold(trx, renewed);
  return renewed;
}

/** Creates a reservation. A payment for an earlier reservation of the same game still counts. */
async function createReservation(
  trx: Knex.Transaction,
  game: StoredGame,
  wallet_address: string,
  team: TeamDraft,
  now: number,
): Promise<Reservation> {
  const { id: game_id, entry_fee } = game;
  await assertReservationLimit(trx, game_id, wallet_address, now);
  const until = await computeHoldEnd(trx, game, wallet_address, now);
  const earlier = await findReservations(trx, game_id, wallet_address);
  const not_before = Math.min(now, ...earlier.map((each) => each.not_before));
  const fee = tokensToWei(entry_fee);
  return insertReservation(
    trx,
    { game_id, wallet_address, team, fee, not_before, expires_at: until, held_until: until },
    now,
  );
}

/**
 * Computes the end of a hold that starts now. Each wallet can hold a seat of a game for three minutes, then has to pause.
 * @throws TouchlineError RATE_LIMITED during the pause
 */
async function computeHoldEnd(db: Knex, game: StoredGame, wallet: string, now: number): Promise<number> {
  const end = await findPreviousHoldEnd(db, game, wallet, now);
  if (end === null || end > now) return end ?? now + HOLD_MS;
  throw new TouchlineError(
    'RATE_LIMITED',
    'You held a seat in this game recently. You can reserve again in a few minutes. If you have already paid, your entry still counts as long as a seat is free.',
    { retryAfter: secondsUntil(end + HOLD_PAUSE_MS, now) },
  );
}

/** @throws TouchlineError RATE_LIMITED; many unpaid teams would be options on the matches */
export async function assertReservationLimit(
  db: Knex,
  gameId: string,
  wallet: string,
  now: number,
): Promise<void> {
  const { count, oldest } = await countUnpaidSince(db, gameId, wallet, now - REVIVAL_MS);
  if (count < MAX_RESERVATIONS) return;
  throw new TouchlineError(
    'RATE_LIMITED',
    'You have reserved a seat in this game too often in the last 24 hours. Please try again later.',
    {
      retryAfter: secondsUntil(oldest + REVIVAL_MS, now),
    },
  );
}

const secondsUntil = (time: number, now: number) => Math.ceil((time - now) / 1_000);

async function assertNotJoined(db: Knex, gameId: string, wallet: string): Promise<void> {
  if (await findEntryByWallet(db, gameId, wallet))
    throw new TouchlineError('ALREADY_JOINED', 'You have already joined this game.');
}

function buildPendingError(live: Reservation, digest: string): TouchlineError {
  if (live.team.digest === digest) return new TouchlineError('PAYMENT_PENDING', PAYMENT_PENDING_TEXT);
  return reservationMismatch();
}

export const PAYMENT_PENDING_TEXT =
  'Your payment for this game is still being confirmed. You do not need to pay again.';

/** Error for a request with another team than the reservation that is being paid. */
export function reservationMismatch(): TouchlineError {
  return new TouchlineError('RESERVATION_MISMATCH', RESERVATION_MISMATCH_TEXT);
}

export const RESERVATION_MISMATCH_TEXT =
  'Your payment belongs to the team you reserved, so that team will join.';

export function toWireReservation(
  reservation: Reservation,
  { token, recipient }: Pick<Fees, 'token' | 'recipient'>,
): WireReservation {
  return {
    reservation_id: reservation.id,
    game_id: reservation.game_id,
    amount: weiToTokens(reservation.fee),
    token,
    recipient,
    expires_at: toInstant(reservation.expires_at),
  };
}
