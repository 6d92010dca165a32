import { Button, Stack, Text } from '@touchline/ui/base';
import { PaymentFailedPanel } from '@touchline/ui/PaymentFailedPanel';
import type { StakeFlow } from '../flow/stake-flow.ts';
import type { StakePhase } from '../flow/stake-phase.ts';
import classes from './StakeDialog.module.css';

interface StakeFailureProps {
  flow: StakeFlow;
  phase: Extract<StakePhase, { name: 'failed' }>;
}

/** Failed step, reason, and ways to continue. */
export function StakeFailure({ flow, phase }: StakeFailureProps) {
  const { summary, failure } = phase;
  return (
    <Stack gap="md">
      {failure.title === summary ? null : <p className={classes.summary}>{summary}</p>}
      <PaymentFailedPanel error={failure} onRetry={() => flow.retry()} onClear={() => flow.clear()} />
      {failure.hash && flow.canForget() ? (
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            If your wallet shows the transaction as dropped or cancelled, you can stop looking for it. If it
            is confirmed later, the stake is still recorded.
          </Text>
          <Button variant="default" onClick={() => flow.forget()}>
            Stop looking
          </Button>
        </Stack>
      ) : null}
    </Stack>
  );
}
