import { matchEvents } from '@touchline/api/http/fpl';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';

export const MOMENTS_KEY = ['moments'] as const;

/** What happened in the current gameweek, the latest first. */
export const momentsQuery = ({ api }: Pick<Host, 'api'>) =>
  queryOptions({
    queryKey: MOMENTS_KEY,
    queryFn: async ({ signal }) => api.request(matchEvents, { signal }),
  });
