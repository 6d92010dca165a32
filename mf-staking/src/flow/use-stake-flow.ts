import { useHost } from '@touchline/host/host';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { stakingKey } from '../staking.queries.ts';
import { StakeFlow } from './stake-flow.ts';
import type { StakePhase } from './stake-phase.ts';

const IDLE: StakePhase = { name: 'idle' };
const noSubscription = () => () => {};
const getIdle = () => IDLE;

/** Stake flow of the signed-in wallet; null for guests. Resumes a stake that was interrupted by a reload. */
export function useStakeFlow(wallet: string | null): { flow: StakeFlow | null; phase: StakePhase } {
  const host = useHost();
  const [flow, setFlow] = useState<StakeFlow | null>(null);
  useEffect(() => {
    if (wallet === null) return;
    const onRecorded = () => void host.queryClient.invalidateQueries({ queryKey: stakingKey() });
    const created = new StakeFlow({ host, wallet, onRecorded });
    setFlow(created);
    created.resume();
    return () => {
      created.stop();
      setFlow(null);
    };
  }, [host, wallet]);
  const phase = useSyncExternalStore(
    flow?.subscribe ?? noSubscription,
    flow?.get ?? getIdle,
    flow?.get ?? getIdle,
  );
  return { flow, phase };
}
