import { Button } from '@touchline/ui/base';
import { plural } from '@touchline/ui/format';
import { RunnerStatus } from '../components/RunnerStatus.tsx';
import type { PayoutRunner, PayoutRunnerState } from './payout-runner.ts';

interface BatchStatusProps {
  runner: PayoutRunner;
  state: PayoutRunnerState;
  onShow(id: string): void;
}

/** Progress of the current batch of payouts. */
export function BatchStatus({ runner, state, onShow }: BatchStatusProps) {
  const { queue, total, batch } = state;
  const [current] = queue;
  if (current === undefined) return null;
  const done = total - queue.length;
  return (
    <RunnerStatus
      runner={runner}
      state={state}
      title={`${done} of ${plural(total, 'payout')} sent`}
      progress={done / (total || 1)}
      discard="End the batch"
      mb="md"
    >
      <Button variant="default" onClick={() => onShow(current)}>
        Details
      </Button>
      {batch ? (
        <Button variant="default" color="danger" onClick={() => runner.giveUpBatch()}>
          Give up: nothing more was sent
        </Button>
      ) : null}
      {queue.length > 1 && !batch ? (
        <Button variant="default" onClick={() => runner.skip()}>
          Skip this one
        </Button>
      ) : null}
    </RunnerStatus>
  );
}
