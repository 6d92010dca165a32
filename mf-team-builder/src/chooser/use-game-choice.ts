import { useHost } from '@touchline/host/host';
import type { GameMode } from '../game/chosen-game.ts';
import type { CardState } from '../game-card/card-state.ts';

/** States in which a card cannot be chosen; its button says why. */
const CLOSED: ReadonlySet<CardState> = new Set([
  'WINDOW_CLOSED',
  'IN_PROGRESS',
  'ENDED',
  'TOURNAMENTS_ENDED',
  'CANCELLED',
  'FULL',
  'NOT_CHECKED',
]);

/** The action of a card in its state: navigate, or say why that is not possible (CHOOSE-05, CHOOSE-06, CHOOSE-18); null: none. */
export function useGameChoice(
  mode: GameMode,
  state: CardState,
  gameId: string | undefined,
): (() => void) | null {
  const host = useHost();
  if (CLOSED.has(state)) return null;
  return () => {
    if (state === 'COMING_SOON')
      return host.notify({ kind: 'info', message: 'Coming Soon! This feature will be available soon.' });
    if (state === 'JOINED' || state === 'ALREADY_JOINED' || state === 'PAYMENT_PENDING')
      return host.navigate('/my-team');
    if (host.wallet.get().status === 'disconnected')
      return host.notify({ kind: 'error', message: 'Please connect your wallet first to join games!' });
    if (state === 'SELECT_TOURNAMENT')
      return host.navigate('/tournament-select', { state: { gameMode: mode } });
    host.navigate('/team-build', { state: { gameMode: mode, gameId, fromGameSelection: true } });
  };
}
