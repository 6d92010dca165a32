import { type Host, useHost, useShared, useWatched } from '@touchline/host/host';
import { useState } from 'react';
import { adminKey } from '../admin.queries.ts';
import { PayoutRunner } from './payout-runner.ts';

/** Keeps one runner per wallet: it keeps running while its page is closed, and a second one would pay twice. */
function createRunners(host: Host): (wallet: string) => PayoutRunner {
  const runners = new Map<string, PayoutRunner>();
  const onChange = () => void host.queryClient.invalidateQueries({ queryKey: adminKey() });
  return (wallet) => {
    const runner = runners.get(wallet) ?? new PayoutRunner({ host, wallet, onChange });
    runners.set(wallet, runner);
    return runner;
  };
}

/** Payout runner of the signed-in admin, and its state. */
export function usePayoutRunner() {
  const { user } = useWatched(useHost().session);
  const getRunner = useShared(createRunners);
  const [runner] = useState(() => getRunner(user?.wallet_address ?? ''));
  return { runner, state: useWatched(runner) };
}
