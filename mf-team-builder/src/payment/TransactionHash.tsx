import { useHost } from '@touchline/host/host';
import { OnChain } from '@touchline/ui/OnChain';
import classes from './payment.module.css';

/** The transaction of a payment, linked to the block explorer. */
export function TransactionHash({ hash }: { hash: string }) {
  const { explorer } = useHost().config.chain;
  return (
    <p className={classes.onChain}>
      <span>Transaction</span>
      <OnChain kind="transaction" value={hash} explorer={explorer} />
    </p>
  );
}
