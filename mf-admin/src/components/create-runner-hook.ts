import { type Host, useHost, useShared, useWatched, type Watched } from '@touchline/host/host';
import { useState } from 'react';
import { adminKey } from '../admin.queries.ts';
import type { RunnerOptions } from './runner.ts';

/** Creates a hook that returns the runner of the signed-in admin, and its state. */
export function createRunnerHook<Runner, State>(
  Runner: new (options: RunnerOptions) => Runner & Watched<State>,
) {
  /** Keeps one runner per wallet: it keeps running while its page is closed, and a second one would pay twice. */
  function createRunners(host: Host) {
    const runners = new Map<string, Runner & Watched<State>>();
    const onChange = () => void host.queryClient.invalidateQueries({ queryKey: adminKey() });
    return (wallet: string) => {
      const runner = runners.get(wallet) ?? new Runner({ host, wallet, onChange });
      runners.set(wallet, runner);
      return runner;
    };
  }
  return function useRunner() {
    const { user } = useWatched(useHost().session);
    const getRunner = useShared(createRunners);
    const [runner] = useState(() => getRunner(user?.wallet_address ?? ''));
    return { runner, state: useWatched(runner) };
  };
}
