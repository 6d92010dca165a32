import { TouchlineError } from '@touchline/api/errors';
import type { JoinReason } from '@touchline/api/http/games';
import { type Calendar, joinWindow } from '@touchline/rules/calendar';
import type { Switches } from '@touchline/service-kit/administration/switches';
import { validationError } from '@touchline/service-kit/http/validate';
import type { StoredGame } from './game.ts';

export interface JoinRejection {
  code: JoinReason;
  /** JOIN_NOT_OPEN, JOIN_CLOSED or GAME_CANCELLED. */
  error: TouchlineError;
}

/** Finds why a game cannot be joined now; null when it is open. Ignores the wallet and free seats. */
export function findJoinRejection(game: StoredGame, now: number, calendar: Calendar): JoinRejection | null {
  const { code, reason } = joinWindow(game, now, calendar);
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

/** Read on every request, so a change takes effect immediately on every replica (docs/operations/payments.md). */
export type GamesSwitches = Pick<Switches, 'isOn'>;

/** True when new entries into the game are paused. */
export async function isPaused(switches: GamesSwitches, game: StoredGame): Promise<boolean> {
  if (isPaid(game) && !(await switches.isOn('paid_games'))) return true;
  return game.game_type === 'TOURNAMENT' && !(await switches.isOn('tournaments'));
}

/** Error for a new entry while they are paused. */
export const entriesPaused = () =>
  new TouchlineError('PAUSED', "New entries into this game are paused. Please don't pay for it now.");

/** @throws TouchlineError PAUSED */
export async function assertTournamentsEnabled(switches: GamesSwitches): Promise<void> {
  if (!(await switches.isOn('tournaments')))
    throw new TouchlineError('PAUSED', 'Tournaments are paused. You can create one once they are back on.');
}
