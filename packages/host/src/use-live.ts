import type { LiveMessage, LiveTopic } from '@touchline/api/http/live';
// Import by the shared name: a relative import would bundle a second host context into every remote.
import { type Host, useHost, useShared } from '@touchline/host/host';
import { useEffect, useRef } from 'react';
import { coalesce } from './coalesce.ts';

type QueryKey = readonly unknown[];

/**
 * Refetches queries. React Query does not restart a first load, whose response may be older than the change: it is repeated after its
 * end.
 */
async function refetch({ queryClient }: Host, queryKey: QueryKey): Promise<void> {
  const loading = queryClient
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await queryClient.invalidateQueries({ queryKey });
  await queryClient.invalidateQueries({ predicate: (query) => loading.includes(query) });
}

/** Keeps one refresh function per query key. With several, each would restart the request of another. */
function createRefresh(host: Host): (queryKey: QueryKey) => void {
  const byKey = new Map<string, () => void>();
  return (queryKey) => {
    const id = JSON.stringify(queryKey);
    const refresh = byKey.get(id) ?? coalesce(() => refetch(host, queryKey), host.live.jitterMs);
    byKey.set(id, refresh);
    refresh();
  };
}

/**
 * Invalidates queries when a live message of one of the topics arrives, and on every `reset`. `queryKeys` may depend on the
 * message. Messages that arrive while a query loads or is refetched cause one further refetch.
 */
export function useLive(
  topics: readonly LiveTopic[],
  queryKeys: readonly QueryKey[] | ((message: LiveMessage) => readonly QueryKey[]),
): void {
  const { live } = useHost();
  const refresh = useShared(createRefresh);
  const latest = useRef(queryKeys);
  latest.current = queryKeys;
  // Callers pass array literals: compare their contents, not their identity.
  const topicList = topics.join();
  useEffect(() => {
    return live.on(topicList.split(',') as LiveTopic[], (message) => {
      const keys = latest.current;
      for (const queryKey of typeof keys === 'function' ? keys(message) : keys) refresh(queryKey);
    });
  }, [live, refresh, topicList]);
}
