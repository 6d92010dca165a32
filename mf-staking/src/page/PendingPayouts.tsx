import type { MyStakes } from '@touchline/api/http/staking';
import { formatDate, formatTokens, formatTokensCompact } from '@touchline/ui/format';
import { Panel } from './Panel.tsx';
import classes from './StakingPage.module.css';

type Owed = MyStakes['owed'][number];

const REASONS: Record<Owed['reason'], string> = {
  UNLOCKED: 'Unlocked at the end of the season',
  BELOW_MINIMUM: 'Not a stake: less than 1,000 FOOTBALL',
  OVER_MAXIMUM: 'Not a stake: more than 10,000,000 FOOTBALL in total',
  SEASON_OVER: 'Not a stake: the season had ended',
};

/** What the product owes the wallet and has not sent. Hidden when there is nothing. */
export function OwedList({ owed }: { owed: MyStakes['owed'] }) {
  if (owed.length === 0) return null;
  return (
    <Panel id="owed" title="Owed to You">
      <ul className={classes.list}>
        {owed.map((each) => (
          <li key={`${each.transaction_hash} ${each.principal}`} className={classes.item}>
            <span className={classes.amount} title={`${formatTokens(each.principal)} FOOTBALL`}>
              {formatTokensCompact(each.principal)} <small>FOOTBALL</small>
              {Number(each.interest) > 0 ? (
                <span className={classes.interest}> + {formatTokensCompact(each.interest)} interest</span>
              ) : null}
            </span>
            <span className={classes.dates}>
              <span>{REASONS[each.reason]}</span>
              <span>{formatDate(each.unlocked_at)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
