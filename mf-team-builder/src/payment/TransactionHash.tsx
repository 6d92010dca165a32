import { useHost } from '@touchline/host/host';
import { OnChain } from '@touchline/ui/OnChain';
import classes from './payment.module.css';

/** A transaction of this payment. */
export function TransactionHash({ hash }: { hash: string }) {
  const { explorer } = useHost().config.chain;
  return (
    <p className={classes.hash}>
      <span>Transaction</span>
      <OnChain kind="transaction" value={hash} explorer={explorer} />
    </p>
  );
}
