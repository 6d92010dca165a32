import { type Host, useHost, useShared, useWatched } from '@touchline/host/host';
import { useState } from 'react';
import { adminKey } from '../admin.queries.ts';
import { PrizeRunner } from './prize-runner.ts';

/** Keeps one runner per wallet: it keeps running while its page is closed. */
function createRunners(host: Host): (wallet: string) => PrizeRunner {
  const runners = new Map<string, PrizeRunner>();
  const onChange = () => void host.queryClient.invalidateQueries({ queryKey: adminKey() });
  return (wallet) => {
    const runner = runners.get(wallet) ?? new PrizeRunner({ host, wallet, onChange });
    runners.set(wallet, runner);
    return runner;
  };
}

/** Prize runner of the signed-in admin, and its state. */
export function usePrizeRunner() {
  const { user } = useWatched(useHost().session);
  const getRunner = useShared(createRunners);
  const [runner] = useState(() => getRunner(user?.wallet_address ?? ''));
  return { runner, state: useWatched(runner) };
}
