import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';

/** Returns the function that runs an action with a wallet, or asks to connect one (CHOOSE-18). */
export function useWithWallet(): (action: () => void) => void {
  const { wallet, notify } = useHost();
  return (action) =>
    wallet.get().status === 'disconnected'
      ? notify({ kind: 'error', message: 'Please connect your wallet first to join games!' })
      : action();
}

/** Returns the action of "Join": it opens the builder for a game (CHOOSE-06, DATA-09). */
export function useJoin(): (game: Game) => void {
  const { navigate } = useHost();
  const withWallet = useWithWallet();
  return (game) => withWallet(() => navigate('/team-build', { state: toChoice(game) }));
}

function toChoice({ id, name, game_type, start_time, end_time, ...game }: Game) {
  if (game_type !== 'TOURNAMENT')
    return { gameMode: game_type === 'SEASON' ? 'season' : 'weekly', gameId: id, fromGameSelection: true };
  const { entry_fee, status, season_id } = game;
  const dates = { start_date: start_time, end_date: end_time };
  return {
    gameMode: 'tournament',
    selectedTournament: { id, name, entry_fee, ...dates, status, game_type, season_id },
  };
}
