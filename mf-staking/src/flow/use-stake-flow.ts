import { useHost, useWatched, type Watched } from '@touchline/host/host';
import { useEffect, useState } from 'react';
import { stakingKey } from '../staking.queries.ts';
import { StakeFlow } from './stake-flow.ts';
import type { StakePhase } from './stake-phase.ts';

const IDLE: StakePhase = { name: 'idle' };
const NO_FLOW: Watched<StakePhase> = { get: () => IDLE, subscribe: () => () => {} };

/** Stake flow of the signed-in wallet; null for guests. Resumes a stake that was interrupted by a reload. */
export function useStakeFlow(wallet: string | null): { flow: StakeFlow | null; phase: StakePhase } {
  const host = useHost();
  const [flow, setFlow] = useState<StakeFlow | null>(null);
  useEffect(() => {
    if (wallet === null) return;
    const onRecorded = () => void host.queryClient.invalidateQueries({ queryKey: stakingKey() });
    const created = new StakeFlow(host, wallet, onRecorded);
    setFlow(created);
    created.resume();
    return () => {
      created.stop();
      setFlow(null);
    };
  }, [host, wallet]);
  return { flow, phase: useWatched(flow ?? NO_FLOW) };
}
