import classes from './money.module.css';
import { Payments } from './Payments.tsx';
import { Payouts } from './Payouts.tsx';

/** Money owed and sent, and payments that match nothing. */
export function Money() {
  return (
    <div className={classes.money}>
      <Payouts />
      <Payments />
    </div>
  );
}
