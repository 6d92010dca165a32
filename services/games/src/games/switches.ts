import { TouchlineError } from '@touchline/api/errors';
import type { Switches } from '@touchline/service-kit/administration/switches';
import type { StoredGame } from './game.ts';
import { isPaid } from './joinable.ts';

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
