import { useHost } from '@touchline/host/host';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { STAKING_KEY } from '../staking.queries.ts';
import { createStakeFlow, type StakeFlow } from './stake-flow.ts';
import type { StakePhase } from './stake-phase.ts';

const IDLE: StakePhase = { name: 'idle' };
const nothing = () => () => {};
const idle = () => IDLE;

/** The stake of the signed-in wallet; goes on by itself with what a reload interrupted. Null for guests. */
export function useStakeFlow(wallet: string | null): { flow: StakeFlow | null; phase: StakePhase } {
  const host = useHost();
  const [flow, setFlow] = useState<StakeFlow | null>(null);
  useEffect(() => {
    if (wallet === null) return;
    const onRecorded = () => void host.queryClient.invalidateQueries({ queryKey: STAKING_KEY });
    const made = createStakeFlow({ host, wallet, onRecorded });
    setFlow(made);
    made.resume();
    return () => {
      made.stop();
      setFlow(null);
    };
  }, [host, wallet]);
  const phase = useSyncExternalStore(flow?.subscribe ?? nothing, flow?.get ?? idle, flow?.get ?? idle);
  return { flow, phase };
}
