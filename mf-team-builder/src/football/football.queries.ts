import { bootstrap, playerDetails } from '@touchline/api/http/fpl';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';
import { TEAM_BUILDER_KEY } from '../query-key.ts';

type Api = Host['api'];

/** Until the feed has caught up, players are loaded again at this interval. */
const STALE_POLL_MS = 60_000;

export const getBootstrapQueryKey = () => [...TEAM_BUILDER_KEY, 'bootstrap'] as const;

/** Players, clubs and gameweeks. Loaded once per visit (BUILD-07) and reloaded after the server rejects a team and while the feed is delayed. */
export const getBootstrapQueryOptions = (api: Api) =>
  queryOptions({
    queryKey: getBootstrapQueryKey(),
    queryFn: ({ signal }) => api.request(bootstrap, { signal }),
    refetchOnWindowFocus: false,
    // Only the first load is repeated.
    refetchOnReconnect: ({ state }) => state.data === undefined,
    refetchInterval: ({ state }) => (state.data?.stale ? STALE_POLL_MS : false),
  });

/** A player's upcoming fixtures and points per gameweek. */
export const getPlayerQueryOptions = (api: Api, id: number) =>
  queryOptions({
    queryKey: [...TEAM_BUILDER_KEY, 'player', id],
    queryFn: ({ signal }) => api.request(playerDetails, { params: { id: String(id) }, signal }),
  });
