import { useHost, useWatched } from '@touchline/host/host';
import { Button } from '@touchline/ui/base';
import { useSecondsLeft } from '@touchline/ui/Countdown';
import { PaymentFailedPanel, type PaymentFailure } from '@touchline/ui/PaymentFailedPanel';
import classes from './payment.module.css';
import { ENDED_ELSEWHERE } from './payment-failure.ts';
import { StepHeading } from './StepHeading.tsx';
import { HOLD_AGAIN, TimeLeft } from './TimeLeft.tsx';
import type { EntryPayment } from './use-entry-payment.ts';

interface FailedStepProps {
  payment: EntryPayment;
  failure: PaymentFailure | null;
  /** No seat can be reserved until then, epoch ms. */
  again: number | null;
}

/** What failed, and how to continue (PAY-06). While the failure panel is shown, its own button is the retry. */
export function FailedStep({ payment, failure, again }: FailedStepProps) {
  const host = useHost();
  const paused = useSecondsLeft(again ?? 0, host.api.now);
  const { status } = useWatched(host.wallet);
  const { Control } = host.wallet;
  // A player who cancels knows it: what counts comes first, and the rest is said quietly.
  const cancelled = failure?.code === 'USER_REJECTED';
  const note = describeSafety(failure, payment.unanswered);
  return (
    <>
      {cancelled ? (
        <StepHeading>{note}</StepHeading>
      ) : (
        <div className={classes.visuallyHidden}>
          <StepHeading>Payment Failed</StepHeading>
          <p className={classes.plain}>There was an issue processing your payment</p>
        </div>
      )}
      {failure && again !== null ? (
        <Pause message={failure.message} seconds={paused} />
      ) : failure ? (
        <PaymentFailedPanel error={failure} onRetry={payment.again} onClear={payment.clear} />
      ) : null}
      {status === 'disconnected' ? <Control /> : null}
      {cancelled ? (
        <p className={classes.hint}>
          <span>
            <span>Payment Failed</span> - <span>There was an issue processing your payment</span>
          </span>
        </p>
      ) : (
        <p className={classes.hint}>{note}</p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={payment.close}>
          Close
        </Button>
        {failure?.serverCode === 'ALREADY_JOINED' ? (
          <Button onClick={() => host.navigate('/my-team')}>See your team</Button>
        ) : paused > 0 || (failure && again === null && failure.code !== 'NETWORK_ERROR') ? null : (
          <Button variant={failure ? 'default' : 'filled'} onClick={payment.again}>
            Try Again
          </Button>
        )}
      </div>
    </>
  );
}

/** A seat that was held and not paid for: others get a turn before it can be held again. */
function Pause({ message, seconds }: { message: string; seconds: number }) {
  return (
    <div className={classes.lapsed} role="alert">
      <p className={classes.plain}>{message}</p>
      {seconds > 0 ? (
        <TimeLeft label={HOLD_AGAIN} seconds={seconds} />
      ) : (
        <p className={classes.strong}>You can hold a seat again now.</p>
      )}
    </div>
  );
}

function describeSafety(failure: PaymentFailure | null, unanswered: boolean): string {
  if (unanswered)
    return 'Your team is still here. If your wallet did send the payment, your team will join automatically.';
  // Whether a payment from elsewhere, or one whose failure was cleared, moved any tokens is unknown here.
  if (!failure || failure === ENDED_ELSEWHERE) return 'Your team is still here.';
  return 'Nothing was paid. Your team is still here.';
}
