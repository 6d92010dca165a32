import { TouchlineError } from '@touchline/api/errors';
import { bootstrap, currentGameweek } from '@touchline/api/http/fpl';
import { currentGameweekOfGames } from '@touchline/api/http/games';
import type { Host } from '@touchline/host/host';
import { KEPT_OFFLINE } from '@touchline/host/kept-offline';
import { queryOptions } from '@touchline/host/query';

export const CURRENT_GAMEWEEK_KEY = ['gameweek', 'current'] as const;

/**
 * The current gameweek of the games service. Falls back to the feed's gameweek (docs/api.md, Football data), then to
 * the gameweek that the bootstrap flags as current (API-09).
 */
export function currentGameweekQuery({ api }: Pick<Host, 'api'>) {
  return queryOptions({
    queryKey: CURRENT_GAMEWEEK_KEY,
    meta: KEPT_OFFLINE,
    queryFn: async ({ signal }) => {
      try {
        return (await api.request(currentGameweekOfGames, { signal })).gameweek;
      } catch (error) {
        if (!(error instanceof TouchlineError)) throw error;
      }
      try {
        return (await api.request(currentGameweek, { signal })).gameweek;
      } catch (error) {
        const { gameweeks } = await api.request(bootstrap, { signal });
        const flagged = gameweeks.find((gameweek) => gameweek.is_current);
        if (!flagged) throw error;
        return flagged;
      }
    },
    // There is always a current gameweek: retry until it is known.
    refetchInterval: ({ state }) => (state.data ? false : 5_000),
  });
}
