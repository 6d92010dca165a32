import type { LiveTopic } from '@touchline/api/http/live';
import { coalesced } from '@touchline/host/coalesced';
import { useHost } from '@touchline/host/host';
import { useEffect, useRef } from 'react';

/** Runs `refresh` on live messages of these topics, and every 30 s while the stream is down (the host says `reset` then). */
export function useLiveRefresh(topics: readonly LiveTopic[], refresh: () => Promise<unknown>): void {
  const { live } = useHost();
  const latest = useRef(refresh);
  latest.current = refresh;
  const wanted = topics.join();
  useEffect(
    () =>
      live.on(
        wanted.split(',') as LiveTopic[],
        coalesced(() => latest.current()),
      ),
    [live, wanted],
  );
}
