import { useHost } from '@touchline/host/host';
import { Button, Loader, Stack } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { IconCircleCheck } from '@touchline/ui/icons';
import { ConfirmStep } from './ConfirmStep.tsx';
import { FailedStep } from './FailedStep.tsx';
import { OnChainLine } from './OnChainLine.tsx';
import { PaymentStatus } from './PaymentStatus.tsx';
import { ProcessingStep } from './ProcessingStep.tsx';
import classes from './payment.module.css';
import type { PaymentStep } from './payment-step.ts';
import { StepHeading } from './StepHeading.tsx';
import type { EntryPayment } from './use-entry-payment.ts';

interface PaymentDialogProps {
  opened: boolean;
  onClose: () => void;
  payment: EntryPayment;
}

/** The payment of an entry fee, step by step. */
export function PaymentDialog({ opened, onClose, payment }: PaymentDialogProps) {
  const { step } = payment;
  // The dialog cannot be closed while a payment is in progress.
  const busy = step?.at === 'processing' || step?.at === 'success';
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Entry payment"
      // The failed step has a button "Close".
      withCloseButton={!busy && step?.at !== 'failed'}
      closeOnEscape={!busy}
      closeOnClickOutside={false}
    >
      {step ? (
        <Stack data-step={step.at}>
          <Step payment={payment} step={step} />
        </Stack>
      ) : null}
    </Dialog>
  );
}

function Step({ payment, step }: { payment: EntryPayment; step: PaymentStep }) {
  switch (step.at) {
    case 'confirm':
      return <ConfirmStep payment={payment} />;
    case 'processing':
      return <ProcessingStep payment={payment} step={step} />;
    case 'success':
      return <SuccessStep hash={step.hash} />;
    case 'failed':
      return <FailedStep payment={payment} failure={step.failure} retryAt={step.retryAt ?? null} />;
    case 'elsewhere':
      return <ElsewhereStep message={step.message} />;
    case 'finishing':
      return <FinishingStep step={step} onRetry={payment.retry} />;
  }
}

/** Confirmation of the payment (PAY-05). */
function SuccessStep({ hash }: { hash: string }) {
  return (
    <div className={classes.centre}>
      <IconCircleCheck size={64} stroke={1.5} className={classes.tick} aria-hidden="true" />
      <div role="status">
        <StepHeading>{SUCCESS_TITLE}</StepHeading>
        <p className={classes.hint}>Transaction confirmed, processing...</p>
      </div>
      <OnChainLine label="Transaction" kind="transaction" value={hash} />
    </div>
  );
}

const SUCCESS_TITLE = 'Payment Successful! Creating your team...';

function ElsewhereStep({ message }: { message: string }) {
  return (
    <div className={classes.centre}>
      <Loader size="lg" aria-hidden="true" />
      <div role="status">
        <StepHeading>Payment being confirmed</StepHeading>
        <p className={classes.hint}>
          {message || 'A payment from your wallet for this game is in progress.'} Your team will join
          automatically.
        </p>
        <p className={classes.strong}>You do not need to pay again.</p>
      </div>
      <MyTeamsButton />
    </div>
  );
}

interface FinishingStepProps {
  step: Extract<PaymentStep, { at: 'finishing' }>;
  onRetry: () => void;
}

function FinishingStep({ step: { payment, confirmed }, onRetry }: FinishingStepProps) {
  const { outcome, hasResponse } = payment;
  return (
    <>
      <PaymentStatus
        payment={payment}
        {...(confirmed && !hasResponse ? { pendingTitle: SUCCESS_TITLE } : {})}
        heading={(text) => <StepHeading key={text}>{text}</StepHeading>}
        onRetry={onRetry}
      />
      {outcome.state === 'rejected' && outcome.final ? null : <MyTeamsButton />}
    </>
  );
}

function MyTeamsButton() {
  const host = useHost();
  return (
    <Button variant="subtle" onClick={() => host.navigate('/my-team')}>
      Go to My Teams
    </Button>
  );
}
