import type { QueryClient } from '@tanstack/react-query';
import { LIVE_JITTER_MS } from '@touchline/host/coalesce';
import type { Live } from './live.ts';

/**
 * Refetches all active queries once after an interruption. Pages with listeners refetch within `LIVE_JITTER_MS`. The remaining
 * queries follow after another random delay, because all browsers notice the end of an outage at the same time.
 */
export function refetchAfterGaps(live: Pick<Live, 'on'>, queryClient: QueryClient): void {
  let waiting = false;
  live.on([], () => {
    void queryClient.invalidateQueries({ refetchType: 'none' });
    if (waiting) return;
    waiting = true;
    setTimeout(refetchRest, LIVE_JITTER_MS * (1 + Math.random()));
  });
  function refetchRest() {
    waiting = false;
    void queryClient.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.isInvalidated },
      { cancelRefetch: false },
    );
  }
}
