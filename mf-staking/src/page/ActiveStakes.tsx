import { Skeleton, Text } from '@touchline/ui/base';
import { formatDate, formatTokens, formatTokensCompact } from '@touchline/ui/format';
import { IconLock } from '@touchline/ui/icons';
import { Panel } from './Panel.tsx';
import classes from './StakingPage.module.css';
import type { MyStakes } from './use-my-stakes.ts';

/** List of active stakes with their locks (STAKE-04). */
export function ActiveStakes({ myStakes }: { myStakes: MyStakes }) {
  const stakes = myStakes.stakes.active_stakes;
  return (
    <Panel id="active-stakes" title="Active Stakes">
      {myStakes.loading ? (
        <Skeleton height="3.5rem" radius="md" />
      ) : stakes.length === 0 ? (
        <Text c="dimmed">{getEmptyText(myStakes)}</Text>
      ) : (
        <ul className={classes.list}>
          {stakes.map((stake) => (
            <li key={stake.id} className={classes.item}>
              <span className={classes.amount} title={`${formatTokens(stake.amount)} FOOTBALL`}>
                {formatTokensCompact(stake.amount)} <small>FOOTBALL</small>
              </span>
              <span className={classes.dates}>
                <span>Since {formatDate(stake.lock_start_date)}</span>
                <span>
                  <IconLock size={14} aria-hidden="true" /> End of Season {formatDate(stake.lock_end_date)}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function getEmptyText({ wallet, failed }: MyStakes): string {
  if (wallet === null) return 'Sign in to see your stakes.';
  if (failed) return 'Your stakes will appear here once they are loaded.';
  return 'Nothing staked yet. 1,000 FOOTBALL is enough for 1.05x.';
}
