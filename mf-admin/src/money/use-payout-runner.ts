import { type Host, useHost, useWatched } from '@touchline/host/host';
import { useState } from 'react';
import { adminKey } from '../admin.queries.ts';
import { PayoutRunner } from './payout-runner.ts';

/** One runner per host and wallet: it keeps running while its page is closed, and a second one would pay twice. */
const runners = new WeakMap<Host, Map<string, PayoutRunner>>();

function getRunner(host: Host, wallet: string): PayoutRunner {
  const byWallet = runners.get(host) ?? new Map<string, PayoutRunner>();
  runners.set(host, byWallet);
  const onChange = () => void host.queryClient.invalidateQueries({ queryKey: adminKey() });
  const runner = byWallet.get(wallet) ?? new PayoutRunner({ host, wallet, onChange });
  byWallet.set(wallet, runner);
  return runner;
}

/** Payout runner of the signed-in admin, and its state. */
export function usePayoutRunner() {
  const host = useHost();
  const { user } = useWatched(host.session);
  const [runner] = useState(() => getRunner(host, user?.wallet_address ?? ''));
  return { runner, state: useWatched(runner) };
}
