// Import by the shared name: a relative import would bundle a second host context into every remote.
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';

/** The balance is polled: incoming and outgoing transfers send no live message. */
const REFETCH_MS = 15_000;

/** FOOTBALL balance of a wallet in whole tokens, as a decimal string. Null without a wallet and while it is unknown. */
export function useBalance(wallet: string | null): string | null {
  const { transfers } = useHost();
  const { data } = useQuery({
    queryKey: ['balance', wallet],
    queryFn: () => transfers.balance(wallet ?? ''),
    enabled: wallet !== null,
    staleTime: 0,
    refetchInterval: REFETCH_MS,
    retry: false,
  });
  return data ?? null;
}
