import { Button, Group } from '@touchline/ui/base';
import { shortHex } from '../format.ts';
import classes from './PaymentFailedPanel.module.css';
import { StatePanel } from './StatePanel.tsx';

/** What a payment failed of; a TransferError of `@touchline/host/transfers` is one. */
export interface PaymentFailure {
  title: string;
  /** One sentence for people. */
  message: string;
  /** Where it went wrong: wallet, balance, network ... */
  type: string;
  code: string;
  /** Of the transaction that was sent and may still be mined: then retrying looks again and pays nothing. */
  hash?: string | undefined;
}

interface PaymentFailedPanelProps {
  error: PaymentFailure;
  /** Begins again; with `error.hash` it must wait for that transaction instead of paying. */
  onRetry(): void;
  /** Puts the failure away. Not offered while a transaction is out: it would be forgotten. */
  onClear(): void;
  retrying?: boolean;
}

/** PAY-10: what failed, of which type and code, with a way to retry or to clear it. */
export function PaymentFailedPanel({ error, onRetry, onClear, retrying = false }: PaymentFailedPanelProps) {
  const actions = (
    <Group gap="xs" justify="center">
      <Button onClick={onRetry} loading={retrying}>
        {error.code === 'NETWORK_ERROR' ? 'Retry' : 'Try Again'}
      </Button>
      {error.hash ? null : (
        <Button variant="default" onClick={onClear} disabled={retrying}>
          Clear
        </Button>
      )}
    </Group>
  );
  return (
    <StatePanel tone="error" role="alert" icon={COIN} title={error.title} action={actions}>
      <p className={classes.message}>{error.message}</p>
      {error.hash ? (
        <p className={classes.sent}>
          Your transaction {shortHex(error.hash)} was sent. Retrying looks for it again; you do not pay twice.
        </p>
      ) : null}
      <dl className={classes.facts}>
        <div>
          <dt>Type</dt>
          <dd>{error.type}</dd>
        </div>
        <div>
          <dt>Code</dt>
          <dd>{error.code}</dd>
        </div>
      </dl>
    </StatePanel>
  );
}

const COIN = (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round">
    <title>Payment</title>
    <circle cx="12" cy="12" r="9" />
    <path d="M9 9l6 6M15 9l-6 6" />
  </svg>
);
