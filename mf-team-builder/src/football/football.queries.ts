import { bootstrap, playerDetails } from '@touchline/api/http/fpl';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';

type Api = Host['api'];

export const BOOTSTRAP_KEY = ['team-builder', 'bootstrap'];

/** Players, clubs and gameweeks: once per visit of the builder (BUILD-07), and again after the server refused a team by newer ones. */
export const bootstrapQuery = (api: Api) =>
  queryOptions({
    queryKey: BOOTSTRAP_KEY,
    queryFn: ({ signal }) => api.call(bootstrap, { signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** One player's fixtures ahead and points per gameweek. */
export const playerQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['team-builder', 'player', id],
    queryFn: ({ signal }) => api.call(playerDetails, { params: { id: String(id) }, signal }),
  });
