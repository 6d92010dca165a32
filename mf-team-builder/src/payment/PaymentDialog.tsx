import { useHost } from '@touchline/host/host';
import { Button, Loader } from '@touchline/ui/base';
import { Modal } from '@touchline/ui/overlays';
import { ConfirmStep } from './ConfirmStep.tsx';
import { FailedStep } from './FailedStep.tsx';
import { PaymentStatus } from './PaymentStatus.tsx';
import { ProcessingStep } from './ProcessingStep.tsx';
import classes from './payment.module.css';
import { StepHeading } from './StepHeading.tsx';
import { SuccessStep } from './SuccessStep.tsx';
import type { EntryPayment, PaymentStep } from './use-entry-payment.ts';

/** The payment of an entry fee, step by step. */
export function PaymentDialog({ payment }: { payment: EntryPayment }) {
  const { step } = payment;
  // Between the wallet's question and the hash there is nothing to go back to.
  const busy = step?.at === 'processing' || step?.at === 'success';
  return (
    <Modal
      opened={step !== null}
      onClose={payment.close}
      title={<span className={classes.title}>Entry Payment</span>}
      centered
      withCloseButton={!busy}
      closeOnEscape={!busy}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close payment', size: 44, iconSize: 20 }}
    >
      {step ? (
        <div className={classes.step} data-step={step.at}>
          <Step payment={payment} step={step} />
        </div>
      ) : null}
    </Modal>
  );
}

function Step({ payment, step }: { payment: EntryPayment; step: PaymentStep }) {
  const host = useHost();
  const toMyTeams = (
    <Button variant="subtle" onClick={() => host.navigate('/my-team')}>
      Go to My Teams
    </Button>
  );
  switch (step.at) {
    case 'confirm':
      return <ConfirmStep payment={payment} />;
    case 'processing':
      return <ProcessingStep payment={payment} step={step} />;
    case 'success':
      return <SuccessStep hash={step.hash} />;
    case 'failed':
      return <FailedStep payment={payment} failure={step.failure} />;
    case 'elsewhere':
      return (
        <div className={classes.centre}>
          <Loader size="lg" aria-hidden="true" />
          <div role="status">
            <StepHeading>Payment being confirmed</StepHeading>
            <p className={classes.hint}>
              {step.message || 'A payment of your wallet for this game is under way.'} Your team joins by
              itself.
            </p>
            <p className={classes.strong}>You do not need to pay again.</p>
          </div>
          {toMyTeams}
        </div>
      );
    case 'finishing': {
      const { outcome, answered } = step.payment;
      const fresh = step.confirmed && !answered;
      return (
        <>
          <PaymentStatus
            payment={step.payment}
            {...(fresh ? { pendingTitle: 'Payment Successful! Creating your team...' } : {})}
            heading={(text) => <StepHeading key={text}>{text}</StepHeading>}
            onAgain={payment.again}
          />
          {outcome.state === 'refused' && outcome.final ? null : toMyTeams}
        </>
      );
    }
  }
}
