import { useHost, useWatched } from '@touchline/host/host';
import { Button, Text } from '@touchline/ui/base';
import { useSecondsLeft } from '@touchline/ui/Countdown';
import { PaymentFailedPanel, type PaymentFailure } from '@touchline/ui/PaymentFailedPanel';
import classes from './payment.module.css';
import { ENDED_ELSEWHERE } from './payment-failure.ts';
import { StepHeading } from './StepHeading.tsx';
import { HoldPause } from './TimeLeft.tsx';
import type { EntryPayment } from './use-entry-payment.ts';

interface FailedStepProps {
  payment: EntryPayment;
  failure: PaymentFailure | null;
  /** No seat can be reserved before this time, epoch ms. */
  retryAt: number | null;
}

/** The failure and how to continue (PAY-06). While the failure panel is shown, only its own button retries. */
export function FailedStep({ payment, failure, retryAt }: FailedStepProps) {
  const host = useHost();
  const paused = useSecondsLeft(retryAt ?? 0, host.api.now);
  const { status } = useWatched(host.wallet);
  const { Control } = host.wallet;
  // After a cancellation by the user, the heading states that nothing was paid and the error text is secondary.
  const cancelled = failure?.code === 'USER_REJECTED';
  const note = describeSafety(failure, payment.hasOpenRequest);
  return (
    <>
      {cancelled ? (
        <StepHeading>{note}</StepHeading>
      ) : (
        <div>
          <StepHeading>Payment Failed</StepHeading>
          <Text>There was an issue processing your payment</Text>
        </div>
      )}
      {failure && retryAt !== null ? (
        <HoldPause message={failure.message} seconds={paused}>
          <p className={classes.strong}>You can hold a seat again now.</p>
        </HoldPause>
      ) : failure ? (
        <PaymentFailedPanel error={failure} onRetry={payment.retry} onClear={payment.clear} />
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
        ) : paused > 0 || (failure && retryAt === null && failure.code !== 'NETWORK_ERROR') ? null : (
          <Button variant={failure ? 'default' : 'filled'} onClick={payment.retry}>
            Try Again
          </Button>
        )}
      </div>
    </>
  );
}

function describeSafety(failure: PaymentFailure | null, hasOpenRequest: boolean): string {
  if (hasOpenRequest)
    return 'Your team is still here. If your wallet did send the payment, your team will join automatically.';
  // It is unknown here whether a payment from elsewhere, or one with a cleared failure, moved tokens.
  if (!failure || failure === ENDED_ELSEWHERE) return 'Your team is still here.';
  return 'Nothing was paid. Your team is still here.';
}
