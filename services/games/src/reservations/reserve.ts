import { TouchlineError } from '@touchline/api/errors';
import type { Reservation as ReservationOnTheWire } from '@touchline/api/http/reservations';
import { tokensOf, weiOf } from '@touchline/rules/tokens';
import type { Knex } from 'knex';
import type { JoinDeps } from '../entries/enter.ts';
import { findEntryOf } from '../entries/entries.store.ts';
import { digestOf, draftTeam, type JoinRequest, type TeamDraft } from '../entries/team.ts';
import { type Fees, iso, type StoredGame } from '../games/game.ts';
import { lockGame } from '../games/games.store.ts';
import { FULL, isPaid, PAYMENT_PENDING, refuseUnlessOpen } from '../games/joinable.ts';
import { HOLD_MS, type Reservation } from './reservation.ts';
import { holdAgain, insertReservation, liveReservation, reservationsIn } from './reservations.store.ts';
import { takeSeat } from './seats.store.ts';

type ReserveRequest = Omit<JoinRequest, 'transaction_hash'>;

/**
 * Checks the team, fixes fee and prices and holds a seat for three minutes (game rules 5). Asked again before a payment is
 * known it is the same reservation, held anew and with the team of the last request.
 * @throws TouchlineError PAYMENT_NOT_NEEDED, ALREADY_JOINED, PAYMENT_PENDING, RESERVATION_MISMATCH, JOIN_NOT_OPEN,
 * JOIN_CLOSED, GAME_CANCELLED, GAME_FULL, SQUAD_INVALID, LINEUP_INVALID
 */
export async function reserve(
  deps: JoinDeps,
  game: StoredGame,
  wallet: string,
  request: ReserveRequest,
): Promise<Reservation> {
  if (!isPaid(game))
    throw new TouchlineError('PAYMENT_NOT_NEEDED', 'This game is free: join it without a reservation.');
  await refuseIfJoined(deps.db, game.id, wallet);
  refuseUnlessOpen(game, deps.now(), deps.calendar);
  const team = await teamFor(deps, game, wallet, request);
  return deps.changeGame(game.id, async (trx) => {
    const held = await lockGame(trx, game.id);
    const now = deps.now();
    await refuseIfJoined(trx, game.id, wallet);
    refuseUnlessOpen(held, now, deps.calendar);
    const live = await liveReservation(trx, game.id, wallet);
    if (live?.state === 'SUBMITTED') throw beingPaid(live, team);
    if (!(await takeSeat(trx, held, wallet, now))) throw new TouchlineError('GAME_FULL', FULL);
    const expires_at = now + HOLD_MS;
    if (live) return renewed(live);
    const earlier = await reservationsIn(trx, game.id, wallet);
    const not_before = Math.min(now, ...earlier.map((each) => each.not_before));
    const fee = weiOf(held.entry_fee);
    return insertReservation(
      trx,
      { game_id: game.id, wallet_address: wallet, team, fee, not_before, expires_at },
      now,
    );

    async function renewed(reservation: Reservation): Promise<Reservation> {
      const same = reservation.team.digest === team.digest;
      const next = {
        ...reservation,
        team,
        expires_at,
        fee: weiOf(held.entry_fee),
        fixed_at: same ? reservation.fixed_at : now,
      };
      await holdAgain(trx, next);
      return next;
    }
  });
}

async function refuseIfJoined(db: Knex, gameId: string, wallet: string): Promise<void> {
  if (await findEntryOf(db, gameId, wallet))
    throw new TouchlineError('ALREADY_JOINED', 'You have already joined this game.');
}

/** The checked team; one that is held already keeps its prices. */
async function teamFor(deps: JoinDeps, game: StoredGame, wallet: string, request: ReserveRequest) {
  const digest = digestOf(request);
  const [latest] = await reservationsIn(deps.db, game.id, wallet);
  if (latest?.state === 'HELD' && latest.team.digest === digest) return latest.team;
  return draftTeam(request, await deps.seasons.get(game.season));
}

function beingPaid(live: Reservation, team: TeamDraft): TouchlineError {
  if (live.team.digest === team.digest) return new TouchlineError('PAYMENT_PENDING', PAYMENT_PENDING);
  return mismatch();
}

/** Another team than the one that is paid for. */
export function mismatch(): TouchlineError {
  return new TouchlineError(
    'RESERVATION_MISMATCH',
    'The team that you reserved is the one that joins. Your payment stays with it.',
  );
}

export function reservationOnTheWire(
  reservation: Reservation,
  { token, recipient }: Pick<Fees, 'token' | 'recipient'>,
): ReservationOnTheWire {
  return {
    reservation_id: reservation.id,
    game_id: reservation.game_id,
    amount: tokensOf(reservation.fee),
    token,
    recipient,
    expires_at: iso(reservation.expires_at),
  };
}
