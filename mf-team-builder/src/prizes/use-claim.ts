import type { MyPrize } from '@touchline/api/http/prizes';
import { useHost, useShared, useWatched } from '@touchline/host/host';
import { useEffect } from 'react';
import { createClaims } from './claims.ts';

/** Claims a prize, or continues a claim that was requested before, also before a reload or in another tab. */
export function useClaim(wallet: string, { participation_id, state }: MyPrize) {
  const { transfers } = useHost();
  const findClaim = useShared(createClaims);
  const claim = findClaim(wallet, participation_id);
  const step = useWatched(claim);
  const due = state === 'DUE';
  useEffect(() => (due ? claim.follow() : claim.forget()), [claim, due]);
  return { step, claim: claim.send, available: transfers.claims !== undefined };
}
