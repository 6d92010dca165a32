import type { QueryClient } from '@tanstack/react-query';
import { LIVE_PACE } from '@touchline/host/coalesce';
import type { Live } from './live.ts';

/**
 * After an interruption everything on the screen is refetched, once. Pages that listen themselves do so within the jitter of
 * their pace; what is left follows, also at a moment of each browser's own: all of them notice the end of an outage together.
 */
export function refetchAfterGaps(live: Pick<Live, 'on'>, queryClient: QueryClient): void {
  let waiting = false;
  live.on([], () => {
    void queryClient.invalidateQueries({ refetchType: 'none' });
    if (waiting) return;
    waiting = true;
    setTimeout(refetchRest, LIVE_PACE.jitter * (1 + Math.random()));
  });
  function refetchRest() {
    waiting = false;
    void queryClient.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.isInvalidated },
      { cancelRefetch: false },
    );
  }
}
