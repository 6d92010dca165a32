import type { LiveTopic } from '@touchline/api/http/live';
import { useHost, useWatched } from '@touchline/host/host';
import { useEffect, useRef } from 'react';

/** How often a screen asks by itself while the live stream is down. */
export const POLL_MS = 30_000;

/**
 * Runs `refresh` on live messages of these topics, and every 30 s while the stream is down. Messages that come while it
 * runs lead to one more run, so a burst is two requests and the last change is never missed.
 */
export function useLiveRefresh(topics: readonly LiveTopic[], refresh: () => Promise<unknown>): void {
  const host = useHost();
  const { connected } = useWatched(host.live);
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
        // A failed refresh leaves what is shown; the next message or poll tries again.
        await latest.current().catch(() => {});
      }
      running = false;
    };
    const off = host.live.on(wanted.split(',') as LiveTopic[], () => void run());
    const timer = connected ? undefined : setInterval(() => void run(), POLL_MS);
    return () => {
      off();
      clearInterval(timer);
      again = false;
    };
  }, [host, wanted, connected]);
}
