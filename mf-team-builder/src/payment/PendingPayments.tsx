import { tokens } from '../chooser/timed-game.ts';
import classes from './payment.module.css';
import { SettlementView } from './SettlementView.tsx';
import { usePayments } from './use-payments.ts';

/** Payments that are not teams yet: each goes on by itself, and says so. */
export function PendingPayments({ wallet }: { wallet: string }) {
  const payments = usePayments(wallet);
  if (payments.length === 0) return null;
  return (
    <ul className={classes.pending} aria-label="Payments">
      {payments.map((payment) => (
        <li key={payment.record.game.id}>
          <div className={classes.pendingHead}>
            <h2>{payment.record.game.name}</h2>
            <span>{tokens(payment.record.amount)} FOOTBALL</span>
          </div>
          <SettlementView payment={payment} heading={(text) => <h3 className={classes.heading}>{text}</h3>} />
        </li>
      ))}
    </ul>
  );
}
