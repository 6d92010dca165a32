import type { MyStakes } from '@touchline/api/http/staking';
import { Text } from '@touchline/ui/base';
import { formatDate, formatTokens, formatTokensCompact } from '@touchline/ui/format';
import { PAYOUT_DAYS } from '../payout-terms.ts';
import { Panel } from './Panel.tsx';
import classes from './StakingPage.module.css';

type PendingPayout = MyStakes['owed'][number];

const REASONS: Record<PendingPayout['reason'], string> = {
  UNLOCKED: 'Unlocked at the end of the season',
  BELOW_MINIMUM: 'Refund: below the minimum of 1,000 FOOTBALL',
  OVER_MAXIMUM: 'Refund: above the maximum of 10,000,000 FOOTBALL in total',
  SEASON_OVER: 'Refund: arrived too late for this season',
};

/** Payouts to the wallet that are not sent yet. Hidden if there are none. */
export function PendingPayouts({ payouts }: { payouts: MyStakes['owed'] }) {
  if (payouts.length === 0) return null;
  return (
    <Panel id="pending-payouts" title="Pending payouts">
      <Text c="dimmed">
        An administrator sends these from the staking wallet in a batch, normally within {PAYOUT_DAYS} days.
        Your tokens are safe, and you don't need to do anything.
      </Text>
      <ul className={classes.list}>
        {payouts.map((payout, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two payouts of one transaction can be equal
          <li key={index} className={classes.item}>
            <span className={classes.amount} title={`${formatTokens(payout.principal)} FOOTBALL`}>
              {formatTokensCompact(payout.principal)} <small>FOOTBALL</small>
              {Number(payout.interest) > 0 ? (
                <span className={classes.interest}> + {formatTokensCompact(payout.interest)} interest</span>
              ) : null}
            </span>
            <span className={classes.dates}>
              <span>{REASONS[payout.reason]}</span>
              <span>{formatDate(payout.unlocked_at)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
