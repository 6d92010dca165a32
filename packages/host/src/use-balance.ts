// By its shared name: a relative import would bundle a second host context into every remote.
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';

/** Payments and gifts change it without a message. */
const EVERY_MS = 15_000;

/** What a wallet has of FOOTBALL, in whole tokens as a decimal string; null without a wallet and while it is not known. */
export function useBalance(wallet: string | null): string | null {
  const { transfers } = useHost();
  const { data } = useQuery({
    queryKey: ['balance', wallet],
    queryFn: () => transfers.balance(wallet ?? ''),
    enabled: wallet !== null,
    staleTime: 0,
    refetchInterval: EVERY_MS,
    retry: false,
  });
  return data ?? null;
}
