import { TouchlineError } from '@touchline/api/errors';
import type { Reservation as WireReservation } from '@touchline/api/http/reservations';
import { weiToTokens, tokensToWei } from '@touchline/rules/tokens';
import type { Knex } from 'knex';
import type { JoinDeps } from '../entries/enter.ts';
import { findEntryOf } from '../entries/entries.store.ts';
import { digestOf, draftTeam, type JoinRequest, type TeamDraft } from '../entries/team.ts';
import { type Fees, iso, type StoredGame } from '../games/game.ts';
import { lockGame } from '../games/games.store.ts';
import { FULL, isPaid, PAYMENT_PENDING, refuseUnlessOpen } from '../games/joinable.ts';
import { HOLD_MS, HOLD_PAUSE_MS, MOST_RESERVATIONS, REVIVAL_MS, type Reservation } from './reservation.ts';
import {
  changeHold,
  endReservation,
  insertReservation,
  liveReservation,
  reservationsIn,
  unpaidSince,
} from './reservations.store.ts';
import { heldBefore, releaseSeat, takeSeat } from './seats.store.ts';

type ReserveRequest = Omit<JoinRequest, 'transaction_hash'>;

/**
 * Checks the team, fixes fee and prices and holds a seat for three minutes (game rules 5). Until a payment is known, another
 * call renews the same reservation with the team of that call.
 * @throws TouchlineError PAYMENT_NOT_NEEDED, ALREADY_JOINED, PAYMENT_PENDING, RESERVATION_MISMATCH, JOIN_NOT_OPEN,
 * JOIN_CLOSED, GAME_CANCELLED, GAME_FULL, SQUAD_INVALID, LINEUP_INVALID
 */
export async function reserve(
  { db, changeGame, seasons, calendar, now }: JoinDeps,
  game: StoredGame,
  wallet: string,
  request: ReserveRequest,
): Promise<Reservation> {
  if (!isPaid(game))
    throw new TouchlineError('PAYMENT_NOT_NEEDED', 'This game is free: join it without a reservation.');
  await refuseIfJoined(db, game.id, wallet);
  refuseUnlessOpen(game, now(), calendar);
  const team =
    (await heldTeam(db, game, wallet, digestOf(request), now())) ??
    draftTeam(request, await seasons.get(game.season));
  return changeGame(game.id, async (trx) => {
    const locked = await lockGame(trx, game.id);
    const at = now();
    await refuseIfJoined(trx, game.id, wallet);
    refuseUnlessOpen(locked, at, calendar);
    const live = await liveHold(trx, game.id, wallet, at);
    if (live?.state === 'SUBMITTED') throw beingPaid(live, team);
    if (!(await takeSeat(trx, locked, wallet, at))) throw new TouchlineError('GAME_FULL', FULL);
    return live ? renew(trx, live, locked, team, at) : create(trx, locked, wallet, team, at);
  });
}

/** The wallet's live reservation; a hold that has run out ends here, even before the worker ends it. */
async function liveHold(
  trx: Knex.Transaction,
  gameId: string,
  wallet: string,
  at: number,
): Promise<Reservation | null> {
  const live = await liveReservation(trx, gameId, wallet);
  if (live?.state !== 'HELD' || live.expires_at > at) return live;
  await endReservation(trx, live.id, { state: 'EXPIRED', at });
  await releaseSeat(trx, gameId, wallet);
  return null;
}

/** The hold keeps its end. The entry cannot join earlier than its team was fixed. */
async function renew(
  trx: Knex.Transaction,
  reservation: Reservation,
  game: StoredGame,
  team: TeamDraft,
  now: number,
): Promise<Reservation> {
  const renewed = {
    ...reservation,
    team,
    fee: tokensToWei(game.entry_fee),
    fixed_at: reservation.team.digest === team.digest ? reservation.fixed_at : now,
  };
  await changeHold(trx, renewed);
  return renewed;
}

/** A payment for an earlier reservation of the same game still counts. */
async function create(
  trx: Knex.Transaction,
  game: StoredGame,
  wallet_address: string,
  team: TeamDraft,
  now: number,
): Promise<Reservation> {
  const { id: game_id, entry_fee } = game;
  await refuseTooMany(trx, game_id, wallet_address, now);
  const until = await holdEnd(trx, game, wallet_address, now);
  const earlier = await reservationsIn(trx, game_id, wallet_address);
  const not_before = Math.min(now, ...earlier.map((each) => each.not_before));
  const fee = tokensToWei(entry_fee);
  return insertReservation(
    trx,
    { game_id, wallet_address, team, fee, not_before, expires_at: until, held_until: until },
    now,
  );
}

/**
 * When a hold that begins now ends: each wallet holds a seat of a game for three minutes, then pauses.
 * @throws TouchlineError RATE_LIMITED during the pause
 */
async function holdEnd(db: Knex, game: StoredGame, wallet: string, now: number): Promise<number> {
  const end = await heldBefore(db, game, wallet, { now, hold: HOLD_MS, pause: HOLD_PAUSE_MS });
  if (end === null || end > now) return end ?? now + HOLD_MS;
  throw new TouchlineError(
    'RATE_LIMITED',
    'You have held a seat of this game just now, and others get a turn. A payment still counts while seats are free.',
    { retryAfter: secondsUntil(end + HOLD_PAUSE_MS, now) },
  );
}

/** @throws TouchlineError RATE_LIMITED: many teams without a payment are options, not players */
export async function refuseTooMany(db: Knex, gameId: string, wallet: string, now: number): Promise<void> {
  const { count, oldest } = await unpaidSince(db, gameId, wallet, now - REVIVAL_MS);
  if (count < MOST_RESERVATIONS) return;
  throw new TouchlineError('RATE_LIMITED', 'You have reserved this game too often in the last 24 hours.', {
    retryAfter: secondsUntil(oldest + REVIVAL_MS, now),
  });
}

const secondsUntil = (moment: number, now: number) => Math.ceil((moment - now) / 1_000);

async function refuseIfJoined(db: Knex, gameId: string, wallet: string): Promise<void> {
  if (await findEntryOf(db, gameId, wallet))
    throw new TouchlineError('ALREADY_JOINED', 'You have already joined this game.');
}

/** The same team as held already: it keeps its prices. */
async function heldTeam(
  db: Knex,
  game: StoredGame,
  wallet: string,
  digest: string,
  now: number,
): Promise<TeamDraft | null> {
  const [latest] = await reservationsIn(db, game.id, wallet);
  const held = latest?.state === 'HELD' && latest.expires_at > now;
  return held && latest.team.digest === digest ? latest.team : null;
}

function beingPaid(live: Reservation, team: TeamDraft): TouchlineError {
  if (live.team.digest === team.digest) return new TouchlineError('PAYMENT_PENDING', PAYMENT_PENDING);
  return mismatch();
}

/** The request has another team than the reservation that is being paid. */
export function mismatch(): TouchlineError {
  return new TouchlineError('RESERVATION_MISMATCH', MISMATCH);
}

export const MISMATCH = 'The team that you reserved is the one that joins. Your payment stays with it.';

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
    expires_at: iso(reservation.expires_at),
  };
}
