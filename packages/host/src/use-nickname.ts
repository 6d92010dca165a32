import { nicknames } from '@touchline/api/http/nicknames';
// Import by the shared name: a relative import would bundle a second host context into every remote.
import { type Host, useShared } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';

/** Query key of all nicknames. Invalidate it after a change. */
export const NICKNAMES_KEY = ['nickname'] as const;

const FRESH_MS = 60_000;
/** Maximum number of wallets in one request. */
const MAX_WALLETS = 100;

/** Nickname of a wallet's user. Null while it is loading and if the user has none. */
export function useNickname(wallet: string): string | null {
  const fetchNickname = useShared(createBatch);
  const { data } = useQuery({
    queryKey: [...NICKNAMES_KEY, wallet],
    queryFn: () => fetchNickname(wallet),
    staleTime: FRESH_MS,
    retry: false,
  });
  return data ?? null;
}

/** Combines the lookups of one render, such as the rows of a leaderboard, into one request. */
function createBatch({ api }: Host): (wallet: string) => Promise<string | null> {
  let open: { wallets: string[]; response: Promise<Record<string, string>> } | null = null;
  return async (wallet) => {
    if (!open || open.wallets.length >= MAX_WALLETS) {
      const wallets: string[] = [];
      const batch = {
        wallets,
        response: Promise.resolve().then(async () => {
          if (open === batch) open = null;
          const query = { wallets: wallets.join(',') };
          return (await api.request(nicknames, { query })).nicknames;
        }),
      };
      open = batch;
    }
    const { wallets, response } = open;
    wallets.push(wallet.toLowerCase());
    return (await response)[wallet.toLowerCase()] ?? null;
  };
}
