import type { MyStakes } from '@touchline/api/http/staking';
import { useHost } from '@touchline/host/host';
import { formatDate, formatTokens } from '@touchline/ui/format';
import { OnChain } from '@touchline/ui/OnChain';
import { Panel } from './Panel.tsx';
import classes from './StakingPage.module.css';

type Paid = MyStakes['paid'][number];

const KINDS: Readonly<Record<Paid['kind'], string>> = {
  STAKE_RETURN: 'Your stake',
  INTEREST: 'Interest',
  REFUND: 'Transfer that was no stake',
};

/** What was sent back to the wallet, with its transaction. Hidden when there is nothing. */
export function PaidList({ paid }: { paid: MyStakes['paid'] }) {
  const { explorer } = useHost().config.chain;
  if (paid.length === 0) return null;
  return (
    <Panel id="paid" title="Paid to You">
      <ul className={classes.list}>
        {paid.map(({ kind, amount, state, transaction_hash, sent_at }) => (
          <li key={`${transaction_hash} ${kind}`} className={classes.item}>
            <span className={classes.amount}>
              {formatTokens(amount)} <small>FOOTBALL</small>
            </span>
            <span className={classes.dates}>
              <span>
                {KINDS[kind]}
                {state === 'SENT' ? ', on its way' : sent_at === null ? null : `, ${formatDate(sent_at)}`}
              </span>
              <OnChain kind="transaction" value={transaction_hash} explorer={explorer} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
