import { useHost } from '@touchline/host/host';
import type { CardState } from './card-state.ts';

export type GameMode = 'season' | 'weekly' | 'tournament';

/** What choosing a card does in its state: goes on, or says why not (CHOOSE-05, 06, 18). */
export function useGameChoice(mode: GameMode, state: CardState, gameId: string | undefined): () => void {
  const host = useHost();
  return () => {
    if (state === 'COMING_SOON')
      return host.notify({ kind: 'info', message: 'Coming Soon! This feature will be available soon.' });
    if (state === 'JOINED' || state === 'ALREADY_JOINED' || state === 'PAYMENT_PENDING')
      return host.navigate('/my-team');
    if (state !== 'JOIN' && state !== 'SELECT_TOURNAMENT') return;
    if (host.wallet.get().status === 'disconnected')
      return host.notify({ kind: 'error', message: 'Please connect your wallet first to join games!' });
    if (state === 'SELECT_TOURNAMENT')
      return host.navigate('/tournament-select', { state: { gameMode: mode } });
    host.navigate('/team-build', { state: { gameMode: mode, gameId, fromGameSelection: true } });
  };
}
