import { formatCount } from '@touchline/ui/format';
import { RunnerStatus } from '../components/RunnerStatus.tsx';
import type { PrizeRunner, PrizeRunnerState } from './prize-runner.ts';

interface JobStatusProps {
  runner: PrizeRunner;
  state: PrizeRunnerState;
}

/** Progress of a funding or a payment. */
export function JobStatus({ runner, state }: JobStatusProps) {
  if (state.job === null) return null;
  const { kind, name, done, total } = state.job;
  const isFunding = kind === 'fund';
  return (
    <RunnerStatus
      runner={runner}
      state={state}
      title={
        isFunding
          ? `Funding the prizes of ${name}`
          : `${formatCount(done)} of ${formatCount(total)} prizes of ${name} sent`
      }
      progress={isFunding ? null : done / (total || 1)}
      safe="No prize can be paid twice, and no game can be funded twice."
      discard={isFunding ? 'End the funding' : 'End the payment'}
    />
  );
}
