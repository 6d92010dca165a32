import type { LiveMessage, LiveTopic } from '@touchline/api/http/live';
// By its shared name: a relative import would bundle a second host context into every remote.
import { useHost } from '@touchline/host/host';
import { useEffect, useRef } from 'react';
import { coalesced } from './coalesced.ts';

type QueryKey = readonly unknown[];

/**
 * Invalidates queries when a live message of one of the topics arrives, and on every `reset`. `queryKeys` may depend on the
 * message. However many messages arrive, a query is refetched at most once in `LIVE_PACE.floor`.
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
    const refreshes = new Map<string, () => void>();
    const refresh = (queryKey: QueryKey) => {
      const id = JSON.stringify(queryKey);
      const known =
        refreshes.get(id) ?? coalesced(() => queryClient.invalidateQueries({ queryKey }), live.pace);
      refreshes.set(id, known);
      known();
    };
    return live.on(topicList.split(',') as LiveTopic[], (message) => {
      const keys = latest.current;
      for (const queryKey of typeof keys === 'function' ? keys(message) : keys) refresh(queryKey);
    });
  }, [live, queryClient, topicList]);
}
