import { bootstrap, fixtures } from '@touchline/api/http/football';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';

type Api = Host['api'];

/** Players, clubs and gameweeks: once per visit of the builder (BUILD-07). */
export const bootstrapQuery = (api: Api) =>
  queryOptions({
    queryKey: ['team-builder', 'bootstrap'],
    queryFn: ({ signal }) => api.call(bootstrap, { signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const fixturesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['team-builder', 'fixtures'],
    queryFn: async ({ signal }) => (await api.call(fixtures, { signal })).fixtures,
  });
