import { coalesced } from '@touchline/host/coalesced';
import { useHost } from '@touchline/host/host';
import { useEffect } from 'react';
import { STAKING_KEY } from './staking.queries.ts';

/** Loads what is shown again as soon as somebody's stake changed. */
export function useLiveStaking(): void {
  const { live, queryClient } = useHost();
  useEffect(() => {
    const refresh = coalesced(() => queryClient.invalidateQueries({ queryKey: STAKING_KEY }));
    return live.on(['stakes'], refresh);
  }, [live, queryClient]);
}
