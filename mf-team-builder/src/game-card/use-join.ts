import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import type { GameMode } from '../game/chosen-game.ts';
import { toTournament } from '../game/tournament-choice.ts';

const MODES: Readonly<Record<Game['game_type'], GameMode>> = {
  SEASON: 'season',
  WEEKLY: 'weekly',
  TOURNAMENT: 'tournament',
};

/** Returns the action of "Join": it opens the builder for a game (CHOOSE-06), or asks to connect a wallet (CHOOSE-18). */
export function useJoin(): (game: Game) => void {
  const host = useHost();
  return (game) => {
    if (host.wallet.get().status === 'disconnected')
      return host.notify({ kind: 'error', message: 'Please connect your wallet first to join games!' });
    const gameMode = MODES[game.game_type];
    const chosen =
      gameMode === 'tournament'
        ? { selectedTournament: toTournament(game) }
        : { gameId: game.id, fromGameSelection: true };
    host.navigate('/team-build', { state: { gameMode, ...chosen } });
  };
}
