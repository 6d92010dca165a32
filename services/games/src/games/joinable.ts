import { type ErrorCode, TouchlineError } from '@touchline/api/errors';
import type { JoinReason } from '@touchline/api/http/games';
import type { Calendar } from '@touchline/rules/calendar';
import { type StoredGame, windowOf } from './game.ts';

export interface Refusal {
  code: JoinReason;
  error: ErrorCode;
  reason: string;
}

/** Why nobody can join a game now; null when it is open. Wallet and free seats are not considered. */
export function whyNotJoinable(game: StoredGame, now: number, calendar: Calendar): Refusal | null {
  const { code, reason } = windowOf(game, now, calendar);
  if (code === 'CANCELLED') return { code, error: 'GAME_CANCELLED', reason };
  if (code === 'NOT_OPEN') return { code, error: 'JOIN_NOT_OPEN', reason };
  if (code === 'CLOSED') return { code, error: 'JOIN_CLOSED', reason };
  return null;
}

/** @throws TouchlineError JOIN_NOT_OPEN, JOIN_CLOSED, GAME_CANCELLED */
export function refuseUnlessOpen(game: StoredGame, now: number, calendar: Calendar): void {
  const refusal = whyNotJoinable(game, now, calendar);
  if (refusal) throw new TouchlineError(refusal.error, refusal.reason);
}

/** Whether joining costs anything. */
export const isPaid = (game: StoredGame) => Number(game.entry_fee) > 0;

export const FULL = 'All seats of this game are taken, or held for players who are paying right now.';

export const PAYMENT_PENDING =
  'Your payment for this game is still being confirmed. You do not need to pay again.';
