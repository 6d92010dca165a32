import { TouchlineError } from '@touchline/api/errors';
import type { Switches } from '@touchline/service-kit/switches';
import type { StoredGame } from './game.ts';
import { isPaid } from './joinable.ts';

/** Asked with every call: what an administrator switches off is off at once, on every replica (docs/operations.md). */
export type GamesSwitches = Pick<Switches, 'isOn'>;

/** Whether new entries into a game are stopped. */
export async function isPaused(switches: GamesSwitches, game: StoredGame): Promise<boolean> {
  if (isPaid(game) && !(await switches.isOn('paid_games'))) return true;
  return game.game_type === 'TOURNAMENT' && !(await switches.isOn('tournaments'));
}

/** @throws TouchlineError PAUSED */
export async function refuseIfPaused(switches: GamesSwitches, game: StoredGame): Promise<void> {
  if (await isPaused(switches, game))
    throw new TouchlineError(
      'PAUSED',
      'New entries into this game are paused. Please do not pay for it now.',
    );
}

/** @throws TouchlineError PAUSED */
export async function refuseNewTournaments(switches: GamesSwitches): Promise<void> {
  if (!(await switches.isOn('tournaments')))
    throw new TouchlineError('PAUSED', 'Tournaments are paused: none can be created now.');
}
