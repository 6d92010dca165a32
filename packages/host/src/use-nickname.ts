import { nicknames } from '@touchline/api/http/nicknames';
// By its shared name: a relative import would bundle a second host context into every remote.
import { type Host, useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';

/** The key of all nicknames, for who has changed one. */
export const NICKNAMES_KEY = ['nickname'] as const;

const FRESH_MS = 60_000;
/** Wallets in one call. */
const MAX_WALLETS = 100;

/** The name that a wallet's user has chosen; null without one, and until it is known. */
export function useNickname(wallet: string): string | null {
  const { api } = useHost();
  const { data } = useQuery({
    queryKey: [...NICKNAMES_KEY, wallet],
    queryFn: () => getBatch(api)(wallet),
    staleTime: FRESH_MS,
    retry: false,
  });
  return data ?? null;
}

type FetchNickname = (wallet: string) => Promise<string | null>;

const batches = new WeakMap<Host['api'], FetchNickname>();

function getBatch(api: Host['api']): FetchNickname {
  const fetchNickname = batches.get(api) ?? createBatch(api);
  batches.set(api, fetchNickname);
  return fetchNickname;
}

/** The rows of a board ask one by one; what they ask in the same moment is one call. */
function createBatch(api: Host['api']): FetchNickname {
  let open: { wallets: string[]; response: Promise<Record<string, string>> } | null = null;
  return async (wallet) => {
    if (!open || open.wallets.length >= MAX_WALLETS) {
      const wallets: string[] = [];
      const batch = {
        wallets,
        answer: Promise.resolve().then(async () => {
          if (open === batch) open = null;
          const query = { wallets: wallets.join(',') };
          return (await api.request(nicknames, { query })).nicknames;
        }),
      };
      open = batch;
    }
    const { wallets, response: answer } = open;
    wallets.push(wallet.toLowerCase());
    return (await answer)[wallet.toLowerCase()] ?? null;
  };
}
