import { TouchlineError } from '@touchline/api/errors';
import { currentGameweek } from '@touchline/api/http/fpl';
import { currentGameweekOfGames } from '@touchline/api/http/games';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';

/** The gameweek that the games count as current; the feed's own while the games do not answer (docs/wire.md, Football data). */
export function currentGameweekQuery({ api }: Pick<Host, 'api'>) {
  return queryOptions({
    queryKey: ['gameweek', 'current'] as const,
    queryFn: async ({ signal }) => {
      try {
        return (await api.call(currentGameweekOfGames, { signal })).gameweek;
      } catch (error) {
        if (!(error instanceof TouchlineError)) throw error;
        return (await api.call(currentGameweek, { signal })).gameweek;
      }
    },
    // There is no season without a current gameweek: whatever failed, it comes back.
    refetchInterval: ({ state }) => (state.data ? false : 5_000),
  });
}
