import type { ClientInput } from '@touchline/api/client';
import type { Endpoint, Parsed, RequestInput } from '@touchline/api/endpoint';
import { listAdminParticipations } from '@touchline/api/http/admin-entries';
import { listPayouts } from '@touchline/api/http/admin-money';
import type { Schema } from '@touchline/api/schema';
import { type Host, useHost } from '@touchline/host/host';
import { keepPreviousData, queryOptions, useQuery } from '@touchline/host/query';

/** Prefix of every query key of this remote. */
export const adminKey = () => ['admin'] as const;

interface QueryTimes {
  staleTime?: number;
  gcTime?: number;
  refetchInterval?: number;
  placeholderData?: typeof keepPreviousData;
}

/** Data that changes without an action of this admin. */
export const POLLED = { staleTime: 0, refetchInterval: 10_000 } satisfies QueryTimes;
/** A list keeps its rows while its page, search, order or filters change. */
export const LIST = { placeholderData: keepPreviousData } satisfies QueryTimes;
export const POLLED_LIST = { ...POLLED, ...LIST } satisfies QueryTimes;
/** The server computes the reserves at most every 30 seconds. */
export const RESERVES = { refetchInterval: 30_000 } satisfies QueryTimes;

/** Query for the response of an endpoint. */
export function useAdminQuery<P extends Schema | undefined, Q extends Schema | undefined, D extends Schema>(
  endpoint: Endpoint<P, Q, undefined, D>,
  input: ClientInput<P, Q, undefined>,
  times: QueryTimes = {},
) {
  const { api } = useHost();
  return useQuery({
    queryKey: [...adminKey(), endpoint.path, input],
    queryFn: ({ signal }) => api.request(endpoint, { ...input, signal }),
    ...times,
  });
}

/** API-33: time for which a listed page is not requested again, except by "Refresh Points" and after an edit. */
const LIST_FRESH_MS = 5 * 60_000;

export type ParticipationPage = Parsed<(typeof listAdminParticipations)['data']>;

/** One page of participations with their current points. `onResponse` is not called for a page from the cache. */
export const participationsQuery = (
  api: Host['api'],
  list: RequestInput<(typeof listAdminParticipations)['query']>,
  onResponse: (page: ParticipationPage) => void,
) =>
  queryOptions({
    queryKey: [...adminKey(), listAdminParticipations.path, list],
    queryFn: async ({ signal }) => {
      const query = { ...list, realtime: 'true' as const };
      const page = await api.request(listAdminParticipations, { query, signal });
      onResponse(page);
      return page;
    },
    staleTime: LIST_FRESH_MS,
    ...LIST,
  });

/** A payout by its id, in any state; null if it is no longer due because its incoming transfer was removed. */
export const payoutQuery = (api: Host['api'], id: string) =>
  queryOptions({
    queryKey: [...adminKey(), 'payout', id],
    queryFn: async ({ signal }) => {
      const search = id.slice(id.indexOf('.') + 1);
      const { payouts } = await api.request(listPayouts, { query: { search }, signal });
      return payouts.find((payout) => payout.id === id) ?? null;
    },
    ...POLLED,
  });
