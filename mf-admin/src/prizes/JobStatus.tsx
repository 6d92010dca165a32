import { Button, Group, Loader } from '@touchline/ui/base';
import { Alert, Progress } from '@touchline/ui/data';
import { formatCount } from '@touchline/ui/format';
import type { PrizeRunner, PrizeRunnerState } from './prize-runner.ts';

interface JobStatusProps {
  runner: PrizeRunner;
  state: PrizeRunnerState;
}

const SAFE = 'No prize can be paid twice, and no game can be funded twice.';

/** Progress of a funding or a payment: the current step, and the error that stopped it. */
export function JobStatus({ runner, state: { job, step, problem } }: JobStatusProps) {
  if (job === null) return null;
  const { kind, name, done, total } = job;
  const title =
    kind === 'fund'
      ? `Funding the prizes of ${name}`
      : `${formatCount(done)} of ${formatCount(total)} prizes of ${name} sent`;
  return (
    <Alert
      color={problem ? 'danger' : 'info'}
      role={problem ? 'alert' : 'status'}
      title={problem?.title ?? title}
      icon={step ? <Loader size={18} /> : undefined}
    >
      {kind === 'pay' ? (
        <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label={title} mb="sm" />
      ) : null}
      <p>{problem ? `${problem.message} ${title}. ${SAFE}` : (step ?? `Stopped. ${SAFE}`)}</p>
      <Group gap="sm">
        {step ? (
          <Button variant="default" onClick={() => runner.stop()}>
            Stop after this one
          </Button>
        ) : (
          <>
            <Button onClick={() => runner.resume()}>Resume</Button>
            <Button variant="subtle" onClick={() => runner.discard()}>
              {kind === 'fund' ? 'End the funding' : 'End the payment'}
            </Button>
          </>
        )}
      </Group>
    </Alert>
  );
}
