import { TouchlineError } from '@touchline/api/errors';
import { bootstrap, currentGameweek, type Gameweek } from '@touchline/api/http/fpl';
import { currentGameweekOfGames } from '@touchline/api/http/games';
import { type Host, useHost } from '@touchline/host/host';
import { KEPT_OFFLINE } from '@touchline/host/kept-offline';
import { useQuery } from '@touchline/host/query';
import { useLive } from '@touchline/host/use-live';

const CURRENT_GAMEWEEK_KEY = ['gameweek', 'current'] as const;

/** Query of the current gameweek, which the whole home page shows. */
export type CurrentGameweek = ReturnType<typeof useCurrentGameweek>;

/** Loads the current gameweek, and the next one when it begins. */
export function useCurrentGameweek() {
  const { api } = useHost();
  useLive(['gameweek'], [CURRENT_GAMEWEEK_KEY]);
  return useQuery({
    queryKey: CURRENT_GAMEWEEK_KEY,
    meta: KEPT_OFFLINE,
    queryFn: ({ signal }) => fetchCurrentGameweek(api, signal),
    // There is always a current gameweek: retry until it is known.
    refetchInterval: ({ state }) => (state.data ? false : 5_000),
  });
}

/**
 * The current gameweek of the games service. Falls back to the feed's gameweek (docs/api.md, Football data), then to
 * the gameweek that the bootstrap flags as current (API-09).
 */
async function fetchCurrentGameweek(api: Host['api'], signal: AbortSignal): Promise<Gameweek> {
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
}
