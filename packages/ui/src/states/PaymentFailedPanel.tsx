import { Button, Group } from '@touchline/ui/base';
import { shortHex } from '../format.ts';
import classes from './PaymentFailedPanel.module.css';
import { StatePanel } from './StatePanel.tsx';

/** Details of a failed payment. A TransferError of `@touchline/host/transfers` has this shape. */
export interface PaymentFailure {
  title: string;
  /** One sentence for the user. */
  message: string;
  /** The component that failed: wallet, balance, network ... */
  type: string;
  /** One of the five codes of PAY-10. */
  code: string;
  /** The server's error code, if the server rejected the request. */
  serverCode?: string;
  /** Hash of a sent transaction that may still be mined. Retrying then looks for it instead of paying again. */
  hash?: string | undefined;
}

interface PaymentFailedPanelProps {
  error: PaymentFailure;
  /** Starts over. With `error.hash`, it must wait for that transaction and not pay again. */
  onRetry(): void;
  /** Dismisses the failure. Not offered after a transaction was sent, because its hash would be lost. */
  onClear(): void;
  retrying?: boolean;
}

/** A failed payment with its type and code, and buttons to retry or clear it (PAY-10). */
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
  // The user's own decision is not shown as an error.
  const cancelled = error.code === 'USER_REJECTED';
  return (
    <StatePanel
      tone={cancelled ? 'empty' : 'error'}
      role="alert"
      icon={COIN}
      title={error.title}
      action={actions}
    >
      {error.message === error.title ? null : <p className={classes.message}>{error.message}</p>}
      {error.hash ? (
        <p className={classes.sent}>
          Your transaction {shortHex(error.hash)} was sent. Retrying looks for it again. You won’t pay twice.
        </p>
      ) : null}
      {cancelled ? (
        <details className={classes.details}>
          <summary>Details</summary>
          <ErrorDetails error={error} />
        </details>
      ) : (
        <ErrorDetails error={error} />
      )}
    </StatePanel>
  );
}

/** PAY-10 */
function ErrorDetails({ error: { type, code, serverCode } }: { error: PaymentFailure }) {
  const details = { Type: type, Code: code, ...(serverCode ? { Reason: serverCode } : {}) };
  return (
    <dl className={classes.facts}>
      {Object.entries(details).map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const COIN = (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round">
    <title>Payment</title>
    <circle cx="12" cy="12" r="9" />
    <path d="M9 9l6 6M15 9l-6 6" />
  </svg>
);
