import { useHost } from '@touchline/host/host';
import { TRANSFER_TEXT } from '@touchline/host/transfers';
import { Button, CopyButton, Loader, VisuallyHidden } from '@touchline/ui/base';
import { IconAlertTriangle, IconRefresh, IconWifiOff } from '@touchline/ui/icons';
import type { ReactNode } from 'react';
import { getErrorMessage } from './error-messages.ts';
import { OnChainLine } from './OnChainLine.tsx';
import classes from './payment.module.css';
import type { TrackedPayment } from './use-payments.ts';

interface PaymentStatusProps {
  payment: TrackedPayment;
  /** Renders the title, because a dialog and a list need different headings. */
  heading: (text: string) => ReactNode;
  /** Replaces "Payment being confirmed". */
  pendingTitle?: string;
  /** Dismisses the payment and starts a new one; absent if that is not possible. */
  onRetry?: () => void;
}

/** The state of a sent payment: what happened, that the money is safe, and the next step. */
export function PaymentStatus(props: PaymentStatusProps) {
  const { outcome } = props.payment;
  if (outcome.state === 'rejected') return <Rejected {...props} rejection={outcome} />;
  return <Pending {...props} />;
}

function Pending({ payment, heading, pendingTitle = 'Payment being confirmed' }: PaymentStatusProps) {
  const { record, outcome, checking, check } = payment;
  const unreachable = outcome.state === 'unreachable';
  const note = outcome.state === 'pending' ? outcome.note : undefined;
  return (
    <div className={classes.centre}>
      {unreachable ? (
        <IconWifiOff size={48} stroke={1.5} className={classes.trouble} aria-hidden="true" />
      ) : (
        <Loader size="lg" aria-hidden="true" />
      )}
      <div role="status">
        {heading(pendingTitle)}
        <p className={classes.hint}>
          {unreachable
            ? TRANSFER_TEXT.NETWORK_ERROR
            : (note ??
              'The network is confirming it. Your team will join automatically, even if you close this page.')}
        </p>
        <p className={classes.strong}>Your payment is safe. You do not need to pay again.</p>
      </div>
      <OnChainLine label="Transaction" kind="transaction" value={record.hash} />
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} />}
        loading={checking && unreachable}
        onClick={check}
      >
        Check again
      </Button>
    </div>
  );
}

interface RejectedProps extends PaymentStatusProps {
  rejection: Extract<TrackedPayment['outcome'], { state: 'rejected' }>;
}

function Rejected({ payment, heading, rejection, onRetry }: RejectedProps) {
  const { record, check, checking, dismiss } = payment;
  const { title, moneyText } = getErrorMessage(rejection.code);
  return (
    <div className={classes.centre}>
      <IconAlertTriangle size={48} stroke={1.5} className={classes.trouble} aria-hidden="true" />
      <div role="alert">
        {heading(title)}
        <p className={classes.hint}>{rejection.message}</p>
        <p className={classes.strong}>
          {rejection.final ? moneyText : 'Your payment is safe. You do not need to pay again.'}
        </p>
      </div>
      <OnChainLine label="Transaction" kind="transaction" value={record.hash} />
      <div className={classes.actions}>
        {rejection.final ? (
          <>
            <CopyButton value={formatSupportDetails(payment, rejection)}>
              {({ copied, copy }) => (
                <>
                  <Button variant="default" onClick={copy}>
                    {copied ? 'Copied' : 'Copy details'}
                  </Button>
                  <VisuallyHidden role="status">{copied ? 'Copied' : ''}</VisuallyHidden>
                </>
              )}
            </CopyButton>
            <NextStepButton code={rejection.code} onDismiss={dismiss} onRetry={onRetry} />
          </>
        ) : (
          <Button leftSection={<IconRefresh size={18} />} loading={checking} onClick={check}>
            Check again
          </Button>
        )}
      </div>
    </div>
  );
}

interface NextStepButtonProps {
  code: string;
  onDismiss: () => void;
  onRetry: (() => void) | undefined;
}

function NextStepButton({ code, onDismiss, onRetry }: NextStepButtonProps) {
  const host = useHost();
  const leave = (to: string) => () => {
    onDismiss();
    host.navigate(to);
  };
  const { next } = getErrorMessage(code);
  if (next === 'try-again' && onRetry) return <Button onClick={onRetry}>Try Again</Button>;
  if (next === 'my-teams') return <Button onClick={leave('/my-team')}>See your team</Button>;
  return <Button onClick={leave('/choose-game')}>Choose another game</Button>;
}

/** Formats the details that support needs. */
function formatSupportDetails(
  { record }: TrackedPayment,
  { code, message }: RejectedProps['rejection'],
): string {
  const { game, hash, wallet, amount, reservation_id } = record;
  return [
    `${code}: ${message}`,
    `Game: ${game.name} (${game.id})`,
    `Wallet: ${wallet}`,
    `Paid: ${amount} FOOTBALL`,
    `Transaction: ${hash}`,
    `Reservation: ${reservation_id}`,
  ].join('\n');
}
