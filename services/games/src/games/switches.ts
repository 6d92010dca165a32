import { TouchlineError } from '@touchline/api/errors';
import type { StoredGame } from './game.ts';
import { isPaid } from './joinable.ts';

/** What operators can stop (docs/operations.md). */
export interface Switches {
  paidGames: boolean;
  tournaments: boolean;
}

/** Whether new entries into a game are stopped. */
export const isPaused = (switches: Switches, game: StoredGame): boolean =>
  (isPaid(game) && !switches.paidGames) || (game.game_type === 'TOURNAMENT' && !switches.tournaments);

/** @throws TouchlineError PAUSED */
export function refuseIfPaused(switches: Switches, game: StoredGame): void {
  if (isPaused(switches, game))
    throw new TouchlineError(
      'PAUSED',
      'New entries into this game are paused. Please do not pay for it now.',
    );
}

/** @throws TouchlineError PAUSED */
export function refuseNewTournaments(switches: Switches): void {
  if (!switches.tournaments)
    throw new TouchlineError('PAUSED', 'Tournaments are paused: none can be created now.');
}
