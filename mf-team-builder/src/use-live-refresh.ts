import type { LiveTopic } from '@touchline/api/http/live';
import { useHost } from '@touchline/host/host';
import { useEffect, useRef } from 'react';

/**
 * Runs `refresh` on live messages of these topics, and every 30 s while the stream is down (the host says `reset` then).
 * Messages that come while it runs lead to one more run, so a burst is two requests and the last change is never missed.
 */
export function useLiveRefresh(topics: readonly LiveTopic[], refresh: () => Promise<unknown>): void {
  const { live } = useHost();
  const latest = useRef(refresh);
  latest.current = refresh;
  const wanted = topics.join();
  useEffect(() => {
    let running = false;
    let again = false;
    const run = async () => {
      again = true;
      if (running) return;
      running = true;
      while (again) {
        again = false;
        // A failed refresh leaves what is shown; the next message tries again.
        await latest.current().catch(() => {});
      }
      running = false;
    };
    const off = live.on(wanted.split(',') as LiveTopic[], () => void run());
    return () => {
      off();
      again = false;
    };
  }, [live, wanted]);
}
