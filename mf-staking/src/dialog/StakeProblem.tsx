import { Button, Stack, Text } from '@touchline/ui/base';
import { PaymentFailedPanel } from '@touchline/ui/PaymentFailedPanel';
import classes from './StakeDialog.module.css';
import type { StakeFlow } from './stake-flow.ts';
import type { StakePhase } from './stake-phase.ts';

interface StakeProblemProps {
  flow: StakeFlow;
  phase: Extract<StakePhase, { name: 'failed' }>;
}

/** Which step failed, why, and the way on. */
export function StakeProblem({ flow, phase }: StakeProblemProps) {
  const { sentence, failure } = phase;
  return (
    <Stack gap="md">
      {failure.title === sentence ? null : <p className={classes.sentence}>{sentence}</p>}
      <PaymentFailedPanel error={failure} onRetry={flow.retry} onClear={flow.clear} />
      {failure.hash && flow.forgettable() ? (
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            Your wallet says that the transaction was dropped or cancelled? Then stop looking for it. Should
            it arrive after all, it is recorded by itself.
          </Text>
          <Button variant="default" onClick={flow.forget}>
            Stop looking for it
          </Button>
        </Stack>
      ) : null}
    </Stack>
  );
}
