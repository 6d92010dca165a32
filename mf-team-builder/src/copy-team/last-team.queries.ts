import { myParticipations } from '@touchline/api/http/entries';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';
import { TEAM_BUILDER_KEY } from '../query-key.ts';

/** The user's latest team of another game; null if there is none. */
export const getLastTeamQueryOptions = (api: Host['api'], wallet: string, gameId: string | undefined) =>
  queryOptions({
    queryKey: [...TEAM_BUILDER_KEY, 'last-team', wallet, gameId],
    queryFn: async ({ signal }) => {
      const { participations } = await api.request(myParticipations, { query: {}, signal });
      return (
        participations
          .filter(({ game_id }) => game_id !== gameId)
          .toSorted((a, b) => Date.parse(b.joined_at) - Date.parse(a.joined_at))[0] ?? null
      );
    },
    staleTime: 0,
  });
