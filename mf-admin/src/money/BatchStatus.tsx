import { Button, Group, Loader } from '@touchline/ui/base';
import { Alert, Progress } from '@touchline/ui/data';
import { plural } from '@touchline/ui/format';
import type { PayoutRunner, RunnerState } from './payout-runner.ts';

interface BatchStatusProps {
  runner: PayoutRunner;
  state: RunnerState;
  onShow(id: string): void;
}

/** Progress of the current batch: payouts sent, the current step, and the error that stopped it. */
export function BatchStatus({ runner, state, onShow }: BatchStatusProps) {
  const { queue, total, step, problem, batch } = state;
  const [current] = queue;
  if (current === undefined) return null;
  const done = total - queue.length;
  const title = `${done} of ${plural(total, 'payout')} sent`;
  return (
    <Alert
      color={problem ? 'danger' : 'info'}
      role={problem ? 'alert' : 'status'}
      title={problem?.title ?? title}
      icon={step ? <Loader size={18} /> : undefined}
      mb="md"
    >
      <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label={title} mb="sm" />
      <p>
        {problem
          ? `${problem.message} ${title}.`
          : (step ?? 'Stopped. Nothing was lost; it will resume here.')}
      </p>
      <Group gap="sm">
        {step ? (
          <Button variant="default" onClick={() => runner.stop()}>
            Stop after this one
          </Button>
        ) : (
          <>
            <Button onClick={() => runner.resume()}>Resume</Button>
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
            <Button variant="subtle" onClick={() => runner.discard()}>
              End the batch
            </Button>
          </>
        )}
      </Group>
    </Alert>
  );
}
