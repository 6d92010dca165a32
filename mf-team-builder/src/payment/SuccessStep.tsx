import { IconCircleCheck } from '@touchline/ui/icons';
import classes from './payment.module.css';
import { StepHeading } from './StepHeading.tsx';
import { TransactionHash } from './TransactionHash.tsx';

/** PAY-05 */
export function SuccessStep({ hash }: { hash: string }) {
  return (
    <div className={classes.centre}>
      <IconCircleCheck size={64} stroke={1.5} className={classes.tick} aria-hidden="true" />
      <div role="status">
        <StepHeading>Payment Successful! Creating your team...</StepHeading>
        <p className={classes.hint}>Transaction confirmed, processing...</p>
      </div>
      <TransactionHash hash={hash} />
    </div>
  );
}
