import { type ErrorCode, TouchlineError } from '@touchline/api/errors';
import type { JoinReason } from '@touchline/api/http/games';
import type { Calendar } from '@touchline/rules/calendar';
import { computeJoinWindow, type StoredGame } from './game.ts';

export interface JoinRejection {
  code: JoinReason;
  error: ErrorCode;
  reason: string;
}

/** Finds why a game cannot be joined now; null when it is open. Ignores the wallet and free seats. */
export function findJoinRejection(game: StoredGame, now: number, calendar: Calendar): JoinRejection | null {
  const { code, reason } = computeJoinWindow(game, now, calendar);
  if (code === 'CANCELLED') return { code, error: 'GAME_CANCELLED', reason };
  if (code === 'NOT_OPEN') return { code, error: 'JOIN_NOT_OPEN', reason };
  if (code === 'CLOSED') return { code, error: 'JOIN_CLOSED', reason };
  return null;
}

/** @throws TouchlineError JOIN_NOT_OPEN, JOIN_CLOSED, GAME_CANCELLED */
export function assertJoinOpen(game: StoredGame, now: number, calendar: Calendar): void {
  const rejection = findJoinRejection(game, now, calendar);
  if (rejection) throw new TouchlineError(rejection.error, rejection.reason);
}

/** True for a game with an entry fee. */
export const isPaid = (game: StoredGame) => Number(game.entry_fee) > 0;

export const GAME_FULL_TEXT =
  'All seats of this game are taken, or held for players who are paying right now.';

export const PAYMENT_PENDING_TEXT =
  'Your payment for this game is still being confirmed. You do not need to pay again.';
