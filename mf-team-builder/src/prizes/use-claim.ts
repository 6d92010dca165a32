import type { MyPrize } from '@touchline/api/http/prizes';
import { useHost, useShared, useWatched } from '@touchline/host/host';
import { useEffect } from 'react';
import { createClaims } from './claims.ts';

/** Claims a prize, or continues an earlier claim, even one from before a reload or of another tab. */
export function useClaim(wallet: string, { participation_id, state }: MyPrize) {
  const { transfers } = useHost();
  const findClaim = useShared(createClaims);
  const claim = findClaim(wallet, participation_id);
  const step = useWatched(claim);
  const due = state === 'DUE';
  useEffect(() => (due ? claim.follow() : claim.forget()), [claim, due]);
  return { step, claim: claim.send, available: transfers.claims !== undefined };
}
