import { Stack } from '@touchline/ui/base';
import { createRunnerHook } from '../components/create-runner-hook.ts';
import { PrizePlans } from './PrizePlans.tsx';
import { PrizeRunner } from './prize-runner.ts';
import { ReservesPanel } from './ReservesPanel.tsx';
import { Settlements } from './Settlements.tsx';

const usePrizeRunner = createRunnerHook(PrizeRunner);

/** Settlements from review to payment, prize plans of games, and reserves. */
export function Prizes() {
  const { runner, state } = usePrizeRunner();
  return (
    <Stack>
      <Settlements runner={runner} state={state} />
      <PrizePlans />
      <ReservesPanel />
    </Stack>
  );
}
