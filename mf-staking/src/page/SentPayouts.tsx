import type { MyStakes } from '@touchline/api/http/staking';
import { useHost } from '@touchline/host/host';
import { formatDate, formatTokens } from '@touchline/ui/format';
import { OnChain } from '@touchline/ui/OnChain';
import { Panel } from './Panel.tsx';
import classes from './StakingPage.module.css';

type SentPayout = MyStakes['paid'][number];

const KINDS: Readonly<Record<SentPayout['kind'], string>> = {
  STAKE_RETURN: 'Returned stake',
  INTEREST: 'Interest',
  REFUND: 'Refund',
};

/** Payouts sent to the wallet, with their transactions. Hidden if there are none. */
export function SentPayouts({ payouts }: { payouts: MyStakes['paid'] }) {
  const { explorer } = useHost().config.chain;
  if (payouts.length === 0) return null;
  return (
    <Panel id="sent-payouts" title="Sent payouts">
      <ul className={classes.list}>
        {payouts.map(({ kind, amount, state, transaction_hash, sent_at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two payouts of one transaction can be equal
          <li key={index} className={classes.item}>
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
