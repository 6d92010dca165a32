import { type Host, useHost, useWatched } from '@touchline/host/host';
import { useState } from 'react';
import { adminKey } from '../admin.queries.ts';
import { PayoutDesk } from './payout-runner.ts';

/** A desk works on while its page is closed; two for one wallet would pay twice. */
const desks = new WeakMap<Host, Map<string, PayoutDesk>>();

function deskOf(host: Host, wallet: string): PayoutDesk {
  const ofHost = desks.get(host) ?? new Map<string, PayoutDesk>();
  desks.set(host, ofHost);
  const onChange = () => void host.queryClient.invalidateQueries({ queryKey: adminKey() });
  const desk = ofHost.get(wallet) ?? new PayoutDesk({ host, wallet, onChange });
  ofHost.set(wallet, desk);
  return desk;
}

/** The desk of the signed-in admin, with what it is doing. */
export function usePayoutDesk() {
  const host = useHost();
  const { user } = useWatched(host.session);
  const [desk] = useState(() => deskOf(host, user?.wallet_address ?? ''));
  return { desk, state: useWatched(desk) };
}
