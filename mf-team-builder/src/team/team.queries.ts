import { getParticipation } from '@touchline/api/http/entries';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';
import { whileNotRefreshed } from '../page/refresh.ts';

export const teamKey = (id: string) => ['team-builder', 'team', id] as const;

/** One of the caller's teams in detail; `id` is the participation's (VIEW-02). */
export const teamQuery = (api: Host['api'], id: string) =>
  queryOptions({
    queryKey: teamKey(id),
    queryFn: async ({ signal }) =>
      (await api.call(getParticipation, { params: { id }, signal })).participation,
    staleTime: 0,
    refetchInterval: whileNotRefreshed,
  });
