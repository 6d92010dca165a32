import { myPrizes } from '@touchline/api/http/prizes';
import type { Host } from '@touchline/host/host';
import { KEPT_OFFLINE } from '@touchline/host/kept-offline';
import { queryOptions } from '@touchline/host/query';
import { TEAM_BUILDER_KEY } from '../query-key.ts';

const UNCONFIRMED_POLL_MS = 15_000;

export const getPrizesQueryKey = (wallet: string) => [...TEAM_BUILDER_KEY, 'prizes', wallet] as const;

/** The user's prizes, polled while a payment is not final. */
export const getPrizesQueryOptions = (api: Host['api'], wallet: string) =>
  queryOptions({
    queryKey: getPrizesQueryKey(wallet),
    meta: KEPT_OFFLINE,
    queryFn: async ({ signal }) => (await api.request(myPrizes, { signal })).prizes,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'SENT') ? UNCONFIRMED_POLL_MS : false,
  });
