import { myParticipations } from '@touchline/api/http/entries';
import type { Host } from '@touchline/host/host';
import { KEPT_OFFLINE } from '@touchline/host/kept-offline';
import { queryOptions } from '@touchline/host/query';
import { REFRESH_MS } from '../page/retry-while-stale.ts';
import { TEAM_BUILDER_KEY } from '../query-key.ts';

/** Loads the user's teams. `realtime` is specified (API-18, API-25), but the server's points are always current. */
export async function loadParticipations(
  api: Host['api'],
  { realtime, signal }: { realtime: boolean; signal?: AbortSignal },
) {
  const query = realtime ? { realtime: 'true' as const } : {};
  return (await api.request(myParticipations, { query, ...(signal ? { signal } : {}) })).participations;
}

export const getParticipationsQueryKey = (wallet: string) =>
  [...TEAM_BUILDER_KEY, 'participations', wallet] as const;

export const getParticipationsQueryOptions = (api: Host['api'], wallet: string) =>
  queryOptions({
    queryKey: getParticipationsQueryKey(wallet),
    meta: KEPT_OFFLINE,
    queryFn: ({ signal }) => loadParticipations(api, { realtime: false, signal }),
    // A team may have been created in another tab, so every mount refetches while the cached list is shown.
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
