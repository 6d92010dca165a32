import { coalesced } from '@touchline/host/coalesced';
import { useHost } from '@touchline/host/host';
import { useEffect } from 'react';
import { GAMES_KEY, leaderboardKey, teamsKey } from './rankings.queries.ts';

/** Loads the open standings again as soon as they are new; those of other games are stale from then on. */
export function useLiveRankings(shownGame: string | null): void {
  const { live, queryClient } = useHost();
  useEffect(() => {
    const refresh = (queryKey: readonly unknown[]) => queryClient.invalidateQueries({ queryKey });
    const refreshShown = coalesced(() => refresh(shownGame ? leaderboardKey(shownGame) : GAMES_KEY));
    const refreshTeam = coalesced(() => refresh(teamsKey(shownGame ?? '')));
    return live.on(['leaderboard', 'game'], (message) => {
      if (message.topic === 'reset') void refresh(['rankings']);
      else if (message.topic === 'game') void refresh(GAMES_KEY);
      else if (message.topic !== 'leaderboard') return;
      else if (message.game_id === shownGame) {
        refreshShown();
        refreshTeam();
      } else void refresh(leaderboardKey(message.game_id));
    });
  }, [live, queryClient, shownGame]);
}
