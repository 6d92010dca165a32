import classes from './money.module.css';
import { Payments } from './Payments.tsx';
import { Payouts } from './Payouts.tsx';

/** Payouts due and sent, and payments that are not entries. */
export function Money() {
  return (
    <div className={classes.money}>
      <Payouts />
      <Payments />
    </div>
  );
}
