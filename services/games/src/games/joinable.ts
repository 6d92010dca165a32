import { TouchlineError } from '@touchline/api/errors';
import type { JoinReason } from '@touchline/api/http/games';
import type { Calendar } from '@touchline/rules/calendar';
import { validationError } from '@touchline/service-kit/http/validate';
import { computeJoinWindow, type StoredGame } from './game.ts';

export interface JoinRejection {
  code: JoinReason;
  /** JOIN_NOT_OPEN, JOIN_CLOSED or GAME_CANCELLED. */
  error: TouchlineError;
}

/** Finds why a game cannot be joined now; null when it is open. Ignores the wallet and free seats. */
export function findJoinRejection(game: StoredGame, now: number, calendar: Calendar): JoinRejection | null {
  const { code, reason } = computeJoinWindow(game, now, calendar);
  if (code === 'CANCELLED') return { code, error: new TouchlineError('GAME_CANCELLED', reason) };
  if (code === 'NOT_OPEN') return { code, error: new TouchlineError('JOIN_NOT_OPEN', reason) };
  if (code === 'CLOSED') return { code, error: new TouchlineError('JOIN_CLOSED', reason) };
  if (!game.prizes.covered)
    return { code: 'NOT_OPEN', error: new TouchlineError('JOIN_NOT_OPEN', UNCOVERED_TEXT) };
  return null;
}

/** @throws TouchlineError JOIN_NOT_OPEN, JOIN_CLOSED, GAME_CANCELLED */
export function assertJoinOpen(game: StoredGame, now: number, calendar: Calendar): void {
  const rejection = findJoinRejection(game, now, calendar);
  if (rejection) throw rejection.error;
}

const UNCOVERED_TEXT = 'This game opens as soon as the reserves cover its prizes.';

/** True for a game with an entry fee. */
export const isPaid = (game: StoredGame) => Number(game.entry_fee) > 0;

/** Error for a join without a payment. */
export const feeRequired = () =>
  validationError([{ path: 'transaction_hash', message: 'is required: this game has an entry fee' }]);

export const GAME_FULL_TEXT =
  'All seats of this game are taken, or held for players who are paying right now.';

export const PAYMENT_PENDING_TEXT =
  'Your payment for this game is still being confirmed. You do not need to pay again.';
