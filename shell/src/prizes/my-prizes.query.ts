import { myPrizes } from '@touchline/api/http/prizes';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';

export const MY_PRIZES_KEY = ['shell', 'prizes'] as const;

/** The user's prizes, latest first. */
export const myPrizesQuery = ({ api }: Pick<Host, 'api'>, wallet: string) =>
  queryOptions({
    queryKey: [...MY_PRIZES_KEY, wallet],
    queryFn: async ({ signal }) => (await api.request(myPrizes, { signal })).prizes,
    staleTime: 0,
  });
