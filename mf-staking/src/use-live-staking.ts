import { useHost } from '@touchline/host/host';
import { useEffect } from 'react';
import { STAKING_KEY } from './staking.queries.ts';

/** Loads what is shown again as soon as somebody's stake changed; a burst of messages is at most one more load. */
export function useLiveStaking(): void {
  const { live, queryClient } = useHost();
  useEffect(() => {
    let running = false;
    let again = false;
    const refresh = async () => {
      again = true;
      if (running) return;
      running = true;
      while (again) {
        again = false;
        await queryClient.invalidateQueries({ queryKey: STAKING_KEY }).catch(() => {});
      }
      running = false;
    };
    const off = live.on(['stakes'], () => void refresh());
    return () => {
      off();
      again = false;
    };
  }, [live, queryClient]);
}
