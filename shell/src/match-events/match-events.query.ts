import { matchEvents } from '@touchline/api/http/fpl';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';

export const MATCH_EVENTS_KEY = ['moments'] as const;

/** Match events of the current gameweek, latest first. */
export const matchEventsQuery = ({ api }: Pick<Host, 'api'>) =>
  queryOptions({
    queryKey: MATCH_EVENTS_KEY,
    queryFn: async ({ signal }) => api.request(matchEvents, { signal }),
  });
