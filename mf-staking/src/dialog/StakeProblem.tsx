import { Button, Stack, Text } from '@touchline/ui/base';
import { PaymentFailedPanel } from '@touchline/ui/PaymentFailedPanel';
import type { StakeFlow } from '../flow/stake-flow.ts';
import type { StakePhase } from '../flow/stake-phase.ts';
import classes from './StakeDialog.module.css';

interface StakeProblemProps {
  flow: StakeFlow;
  phase: Extract<StakePhase, { name: 'failed' }>;
}

/** The step that failed, the reason, and how to continue. */
export function StakeProblem({ flow, phase }: StakeProblemProps) {
  const { sentence, failure } = phase;
  return (
    <Stack gap="md">
      {failure.title === sentence ? null : <p className={classes.sentence}>{sentence}</p>}
      <PaymentFailedPanel error={failure} onRetry={() => flow.retry()} onClear={() => flow.clear()} />
      {failure.hash && flow.canForget() ? (
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            If your wallet shows the transaction as dropped or cancelled, you can stop looking for it. If it
            is confirmed after all, the stake is still recorded.
          </Text>
          <Button variant="default" onClick={() => flow.forget()}>
            Stop looking for it
          </Button>
        </Stack>
      ) : null}
    </Stack>
  );
}
