import { Button, Group, Loader } from '@touchline/ui/base';
import { Alert, Progress } from '@touchline/ui/data';
import { plural } from '@touchline/ui/format';
import type { DeskState, PayoutDesk } from './payout-runner.ts';

interface BatchProps {
  desk: PayoutDesk;
  state: DeskState;
  onShow(id: string): void;
}

/** The payouts under way: how many are sent, what the wallet is asked, and what stopped them. */
export function Batch({ desk, state: { queue, total, step, problem }, onShow }: BatchProps) {
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
          : (step ?? 'Stopped. Nothing is lost: it goes on where it was.')}
      </p>
      <Group gap="sm">
        {step ? (
          <Button variant="default" onClick={() => desk.stop()}>
            Stop after this one
          </Button>
        ) : (
          <>
            <Button onClick={() => desk.goOn()}>Go on</Button>
            <Button variant="default" onClick={() => onShow(current)}>
              Details
            </Button>
            {queue.length > 1 ? (
              <Button variant="default" onClick={() => desk.skip()}>
                Skip this one
              </Button>
            ) : null}
            <Button variant="subtle" onClick={() => desk.end()}>
              End the batch
            </Button>
          </>
        )}
      </Group>
    </Alert>
  );
}
