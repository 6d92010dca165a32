import { TouchlineError } from '@touchline/api/errors';
import type { Gameweek } from '@touchline/api/http/fpl';
import type { JoinReason } from '@touchline/api/http/games';
import type { Calendar } from '@touchline/rules/calendar';
import type { Knex } from 'knex';
import { findEntryOf } from '../entries/entries.store.ts';
import { currentGameweek } from '../football/season.ts';
import type { Seasons } from '../football/seasons.ts';
import { isPaymentPending } from '../reservations/reservations.store.ts';
import { isFull } from '../reservations/seats.store.ts';
import { iso, type StoredGame } from './game.ts';
import { findGame } from './games.store.ts';
import { FULL, PAYMENT_PENDING, whyNotJoinable } from './joinable.ts';

/** The game, or 404. */
export async function gameOrNotFound(db: Knex, id: string): Promise<StoredGame> {
  const game = await findGame(db, id);
  if (!game) throw new TouchlineError('NOT_FOUND', 'This game does not exist.');
  return game;
}

/** Whether a wallet may join a game now, and if not, why. */
export async function canJoinNow(
  { db, now, calendar }: { db: Knex; now: () => number; calendar: Calendar },
  gameId: string,
  wallet: string,
): Promise<{ canJoin: boolean; reason: string; code: JoinReason | null }> {
  const game = await gameOrNotFound(db, gameId);
  const refusal = whyNotJoinable(game, now(), calendar);
  if (refusal?.code === 'CANCELLED') return no('CANCELLED', refusal.reason);
  if (await findEntryOf(db, gameId, wallet))
    return no('ALREADY_JOINED', 'You have already joined this game.');
  if (await isPaymentPending(db, gameId, wallet)) return no('PAYMENT_PENDING', PAYMENT_PENDING);
  if (refusal) return no(refusal.code, refusal.reason);
  if (await isFull(db, game, wallet, now())) return no('FULL', FULL);
  return { canJoin: true, reason: 'You can join now.', code: null };
}

const no = (code: JoinReason, reason: string) => ({ canJoin: false, reason, code });

/** The gameweek that the games count as current: the last whose deadline has passed, before that the first. */
export async function gameweekNow(seasons: Seasons, now: number): Promise<Gameweek> {
  const season = await seasons.current();
  const gameweek = season && currentGameweek(season, now);
  if (!gameweek)
    throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The football data is not here yet. Please try again.', {
      retryAfter: 2,
    });
  const { id, name, deadline, start, end, is_next, finished, data_checked } = gameweek;
  return {
    id,
    name,
    gameweek_number: id,
    deadline_time: iso(deadline),
    start_time: start === null ? null : iso(start),
    end_time: end === null ? null : iso(end),
    is_current: deadline <= now,
    is_next: is_next && deadline > now,
    finished,
    data_checked,
  };
}
