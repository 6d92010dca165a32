import { useHost } from '@touchline/host/host';
import { Button, Loader } from '@touchline/ui/base';
import { useSecondsLeft } from '@touchline/ui/Countdown';
import { formatTokens } from '@touchline/ui/format';
import { useEffect, useState } from 'react';
import { OnChainLine } from './OnChainLine.tsx';
import type { Progress } from './pay-entry.ts';
import classes from './payment.module.css';
import type { ProcessingStep as Step } from './payment-step.ts';
import { StepHeading } from './StepHeading.tsx';
import { HoldPause, SEAT_HELD, TimeLeft } from './TimeLeft.tsx';
import type { EntryPayment } from './use-entry-payment.ts';

/** Texts of PAY-04, and of the two steps before the wallet request. */
const TEXTS: Readonly<Record<Progress['step'], string>> = {
  reserving: 'Holding your seat...',
  checking: 'Checking your wallet...',
  'confirm-in-wallet': 'Please confirm the transaction in your wallet',
  sent: 'Waiting for wallet confirmation...',
  confirmed: 'Transaction confirmed, processing...',
};
const ORDER = Object.keys(TEXTS);
/** Without a response from the wallet by then, the user may stop waiting. */
const SILENT_WALLET_MS = 20_000;

interface ProcessingStepProps {
  payment: EntryPayment;
  step: Step;
}

/** Progress from the reservation to the receipt. */
export function ProcessingStep({ payment, step: { progress, lapsed } }: ProcessingStepProps) {
  const waiting = progress.step === 'confirm-in-wallet';
  return (
    <div className={classes.centre}>
      <Loader size="lg" aria-hidden="true" />
      <div role="status">
        <StepHeading>{TEXTS[progress.step]}</StepHeading>
      </div>
      <ol className={classes.progress} aria-hidden="true">
        {ORDER.map((step, at) => (
          <li key={step} data-done={at <= ORDER.indexOf(progress.step) || undefined} />
        ))}
      </ol>
      {waiting && payment.order ? (
        <p className={classes.hint}>
          A single payment of {formatTokens(payment.order.fee)} FOOTBALL. Your wallet will not ask for
          anything else.
        </p>
      ) : null}
      {waiting && progress.reservation ? (
        // To compare with the request in the wallet.
        <OnChainLine label="To" kind="address" value={progress.reservation.recipient} />
      ) : null}
      {progress.reservation && !('hash' in progress) ? (
        <Hold
          expires={Date.parse(progress.reservation.expires_at)}
          lapsed={lapsed}
          onExtend={payment.extendHold}
        />
      ) : null}
      {'hash' in progress ? (
        <>
          <OnChainLine label="Transaction" kind="transaction" value={progress.hash} />
          <p className={classes.hint}>Your payment was sent. Your team will join automatically.</p>
        </>
      ) : null}
      {waiting ? <StopWaiting onStop={payment.retry} /> : null}
    </div>
  );
}

interface HoldProps {
  /** Epoch ms. */
  expires: number;
  lapsed: Step['lapsed'];
  onExtend: () => void;
}

/** The remaining time of the hold on the seat (game rules 5). */
function Hold({ expires, lapsed, onExtend }: HoldProps) {
  const { now } = useHost().api;
  const left = useSecondsLeft(expires, now);
  const paused = useSecondsLeft(lapsed?.retryAt ?? 0, now);
  if (left > 0) return <TimeLeft label={SEAT_HELD} seconds={left} />;
  const message = lapsed
    ? `${lapsed.message} Reject the request in your wallet and nothing will be paid.`
    : 'Your seat is no longer held. If you pay now, you only get a seat if one is free; otherwise the payment is listed for refund.';
  return (
    <HoldPause message={message} seconds={paused}>
      <Button variant="default" onClick={onExtend}>
        Hold my seat again
      </Button>
    </HoldPause>
  );
}

function StopWaiting({ onStop }: { onStop: () => void }) {
  const [silent, setSilent] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSilent(true), SILENT_WALLET_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!silent) return null;
  return (
    <>
      <p className={classes.hint}>No prompt? Open your wallet: the request is waiting there.</p>
      <Button variant="subtle" color="gray" onClick={onStop}>
        Stop waiting
      </Button>
    </>
  );
}
