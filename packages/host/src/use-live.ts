import type { LiveMessage, LiveTopic } from '@touchline/api/http/live';
// Import by the shared name: a relative import would bundle a second host context into every remote.
import { useHost } from '@touchline/host/host';
import type { QueryClient } from '@touchline/host/query';
import { useEffect, useRef } from 'react';
import { coalesce } from './coalesce.ts';

type QueryKey = readonly unknown[];

/** One refresh function per query key. With several, each would restart the request of another. */
const refreshes = new WeakMap<QueryClient, Map<string, () => void>>();

function getRefresh(queryClient: QueryClient, queryKey: QueryKey, jitterMs: number | undefined): () => void {
  const byKey = refreshes.get(queryClient) ?? new Map<string, () => void>();
  refreshes.set(queryClient, byKey);
  const id = JSON.stringify(queryKey);
  const refresh = byKey.get(id) ?? coalesce(() => queryClient.invalidateQueries({ queryKey }), jitterMs);
  byKey.set(id, refresh);
  return refresh;
}

/**
 * Invalidates queries when a live message of one of the topics arrives, and on every `reset`. `queryKeys` may depend on the
 * message. Messages that arrive while a query is refetched cause one further refetch.
 */
export function useLive(
  topics: readonly LiveTopic[],
  queryKeys: readonly QueryKey[] | ((message: LiveMessage) => readonly QueryKey[]),
): void {
  const { live, queryClient } = useHost();
  const latest = useRef(queryKeys);
  latest.current = queryKeys;
  // Callers pass array literals: compare their contents, not their identity.
  const topicList = topics.join();
  useEffect(() => {
    return live.on(topicList.split(',') as LiveTopic[], (message) => {
      const keys = latest.current;
      for (const queryKey of typeof keys === 'function' ? keys(message) : keys)
        getRefresh(queryClient, queryKey, live.jitterMs)();
    });
  }, [live, queryClient, topicList]);
}
