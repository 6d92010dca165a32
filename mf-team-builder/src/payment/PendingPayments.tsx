import { formatTokens } from '@touchline/ui/format';
import { PaymentStatus } from './PaymentStatus.tsx';
import classes from './payment.module.css';
import { usePayments } from './use-payments.ts';

/** Payments that are not entries yet. Finishes them while mounted. */
export function PendingPayments({ wallet }: { wallet: string }) {
  const payments = usePayments(wallet);
  if (payments.length === 0) return null;
  return (
    <ul className={classes.pending} aria-label="Payments">
      {payments.map((payment) => (
        <li key={payment.record.game.id}>
          <div className={classes.pendingHead}>
            <h2>{payment.record.game.name}</h2>
            <span>{formatTokens(payment.record.amount)} FOOTBALL</span>
          </div>
          <PaymentStatus payment={payment} heading={(text) => <h3 className={classes.heading}>{text}</h3>} />
        </li>
      ))}
    </ul>
  );
}
