import type { ClientInput } from '@touchline/api/client';
import type { Endpoint } from '@touchline/api/endpoint';
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
