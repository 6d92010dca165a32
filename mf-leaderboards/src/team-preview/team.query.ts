import { publicLineup } from '@touchline/api/http/lineups';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';
import { buildTeamKey } from './team-key.ts';

const REFRESH_MS = 30_000;

/** Visible players of a team. */
export const teamQuery = (api: Host['api'], gameId: string, participation_id: string) =>
  queryOptions({
    queryKey: buildTeamKey(gameId, participation_id),
    queryFn: ({ signal }) => api.request(publicLineup, { params: { id: gameId, participation_id }, signal }),
    refetchInterval: REFRESH_MS,
  });
