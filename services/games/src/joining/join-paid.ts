import { weiOf } from '@touchline/rules/tokens';
import { validationError } from '@touchline/service-kit/validate';
import type { Knex } from 'knex';
import type { JoinDeps, Joined } from '../entries/enter.ts';
import { findEntryOf } from '../entries/entries.store.ts';
import { digestOf, draftTeam, type JoinRequest } from '../entries/team.ts';
import type { Season } from '../football/season.ts';
import { type StoredGame, windowOf } from '../games/game.ts';
import { lockGame } from '../games/games.store.ts';
import { refuseUnlessOpen } from '../games/joinable.ts';
import type { Outcome } from '../payments/credit.ts';
import { type Reservation, type ReservationState, SUBMITTED_HOLD_MS } from '../reservations/reservation.ts';
import {
  insertReservation,
  liveReservation,
  lockReservation,
  reservationsIn,
  submitHash,
} from '../reservations/reservations.store.ts';
import { mismatch } from '../reservations/reserve.ts';
import { takeSeat } from '../reservations/seats.store.ts';
import { paymentRefused } from './failures.ts';
import { sameJoin } from './join-free.ts';

export interface JoinPaidDeps extends JoinDeps {
  /** Asks the chain about the payment of a reservation that is SUBMITTED. */
  verify(reservation: Reservation): Promise<Outcome>;
}

/** In the game, or waiting for the payment to be seen or to be deep enough. */
type Joining = Joined | { state: 'PENDING'; reservation_id: string };

/**
 * Joins a game with an entry fee by the hash of its payment (game rules 5). Repeating the call is always safe.
 * @throws TouchlineError VALIDATION_FAILED (no hash), ALREADY_JOINED, RESERVATION_MISMATCH, TX_REVERTED, TX_NOT_PAYMENT,
 * TX_ALREADY_USED, UNDERPAID, GAME_FULL, GAME_CANCELLED, JOIN_NOT_OPEN, JOIN_CLOSED, SQUAD_INVALID, LINEUP_INVALID
 */
export async function joinPaid(
  deps: JoinPaidDeps,
  game: StoredGame,
  wallet: string,
  request: JoinRequest,
): Promise<Joining> {
  const digest = digestOf(request);
  const before = await findEntryOf(deps.db, game.id, wallet);
  if (before) return { state: 'JOINED', entry: sameJoin(before, digest), created: false };
  const hash = request.transaction_hash?.toLowerCase();
  if (!hash)
    throw validationError([{ path: 'transaction_hash', message: 'is required: this game has an entry fee' }]);
  const submitted = await submit(deps, game, wallet, { request, digest, hash });
  const outcome = 'id' in submitted ? await deps.verify(submitted) : submitted;
  if (outcome.state === 'ENDED') throw paymentRefused(outcome.failure);
  if (outcome.state === 'JOINED') return { ...outcome, entry: sameJoin(outcome.entry, digest) };
  return { state: 'PENDING', reservation_id: (submitted as Reservation).id };
}

interface Submission {
  request: JoinRequest;
  digest: string;
  hash: string;
}

/** The reservation that the hash is for, from now on SUBMITTED; or what has come of the payment already. */
async function submit(
  deps: JoinPaidDeps,
  { id, season: name }: StoredGame,
  wallet: string,
  { request, digest, hash }: Submission,
): Promise<Reservation | Outcome> {
  const season = await deps.seasons.get(name);
  return deps.changeGame(id, async (trx) => {
    const game = await lockGame(trx, id);
    const now = deps.now();
    const entry = await findEntryOf(trx, id, wallet);
    if (entry) return { state: 'JOINED', entry, created: false };
    const earlier = await reservationsIn(trx, id, wallet);
    const owed = earlier.find(({ state, tx_hash }) => state === 'REFUND_DUE' && tx_hash === hash);
    if (owed?.failure) return { state: 'ENDED', failure: owed.failure };
    const live = await liveReservation(trx, id, wallet);
    if (live && live.team.digest !== digest) throw mismatch();
    // One that ended without money counts again; it gets a seat when it is paid, if one is free then.
    const dead = earlier.find((each) => each.team.digest === digest && MAY_STILL_JOIN.has(each.state));
    const reservation = live ?? dead ?? (await implicit(trx, deps, { game, wallet, request, season, now }));
    await submitHash(trx, reservation.id, hash, now, SUBMITTED_HOLD_MS);
    return lockReservation(trx, reservation.id);
  });
}

const MAY_STILL_JOIN: ReadonlySet<ReservationState> = new Set(['EXPIRED', 'FAILED']);

/** Somebody who paid without reserving: anything since the window opened counts, and a seat is held if one is free. */
async function implicit(
  trx: Knex.Transaction,
  { calendar }: JoinPaidDeps,
  given: { game: StoredGame; wallet: string; request: JoinRequest; season: Season; now: number },
): Promise<Reservation> {
  const { game, wallet, now } = given;
  refuseUnlessOpen(game, now, calendar);
  const team = draftTeam(given.request, given.season);
  await takeSeat(trx, game, wallet, now);
  return insertReservation(
    trx,
    {
      game_id: game.id,
      wallet_address: wallet,
      team,
      fee: weiOf(game.entry_fee),
      not_before: windowOf(game, now, calendar).opens_at,
      expires_at: now + SUBMITTED_HOLD_MS,
    },
    now,
  );
}
