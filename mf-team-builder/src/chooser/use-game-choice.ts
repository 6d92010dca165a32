import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import type { GameMode } from '../game/chosen-game.ts';
import type { CardState } from '../game-card/card-state.ts';
import { useJoin } from '../game-card/use-join.ts';

/** States in which a card cannot be chosen; the button text gives the reason. */
const CLOSED: ReadonlySet<CardState> = new Set([
  'WINDOW_CLOSED',
  'IN_PROGRESS',
  'ENDED',
  'TOURNAMENTS_ENDED',
  'CANCELLED',
  'FULL',
  'NOT_CHECKED',
]);

/** Returns the action of a card (CHOOSE-05, CHOOSE-06, CHOOSE-18): navigation or a notice with the reason. Null without one. */
export function useGameChoice(mode: GameMode, state: CardState, game: Game | undefined): (() => void) | null {
  const host = useHost();
  const join = useJoin();
  if (CLOSED.has(state)) return null;
  return () => {
    if (state === 'COMING_SOON')
      return host.notify({ kind: 'info', message: 'Coming Soon! This feature will be available soon.' });
    if (state === 'JOINED' || state === 'ALREADY_JOINED' || state === 'PAYMENT_PENDING')
      return host.navigate('/my-team');
    if (state === 'JOIN' && game) return join(game);
    if (host.wallet.get().status === 'disconnected')
      return host.notify({ kind: 'error', message: 'Please connect your wallet first to join games!' });
    host.navigate('/tournament-select', { state: { gameMode: mode } });
  };
}
