import { getParticipation } from '@touchline/api/http/entries';
import type { Host } from '@touchline/host/host';
import { KEPT_OFFLINE } from '@touchline/host/kept-offline';
import { queryOptions } from '@touchline/host/query';
import { REFRESH_MS } from '../page/retry-while-stale.ts';
import { TEAM_BUILDER_KEY } from '../query-key.ts';

export const getTeamQueryKey = (id: string) => [...TEAM_BUILDER_KEY, 'team', id] as const;

/** Details of one of the user's teams; `id` is the participation id (VIEW-02). */
export const getTeamQueryOptions = (api: Host['api'], id: string) =>
  queryOptions({
    queryKey: getTeamQueryKey(id),
    meta: KEPT_OFFLINE,
    queryFn: async ({ signal }) =>
      (await api.request(getParticipation, { params: { id }, signal })).participation,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
