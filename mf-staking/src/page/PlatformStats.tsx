import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { formatTokensCompact } from '@touchline/ui/format';
import { NumberTick } from '@touchline/ui/NumberTick';
import { StatCard } from '@touchline/ui/StatCard';
import { NO_STATS, statsOf } from '../staking.queries.ts';
import classes from './StakingPage.module.css';

/** Totals of all wallets. Zeros, marked as such, if they could not be loaded (API-32). */
export function PlatformStats() {
  const host = useHost();
  const query = useQuery(statsOf(host.api));
  const { total_staked, active_stakers, average_stake } = query.data ?? NO_STATS;
  const loading = query.isPending;
  const hint = (words: string) => (query.data || loading ? words : 'Could not be loaded');
  return (
    <section className={classes.stats} aria-label="Staking of all players">
      <StatCard
        label="Total Staked"
        hint={hint('FOOTBALL, all players')}
        tone="gold"
        loading={loading}
        value={<NumberTick value={Number(total_staked)} format={formatTokensCompact} />}
      />
      <StatCard
        label="Active Stakers"
        hint={hint('wallets')}
        loading={loading}
        value={<NumberTick value={active_stakers} />}
      />
      <StatCard
        label="Average Stake"
        hint={hint('FOOTBALL per wallet')}
        loading={loading}
        value={<NumberTick value={Number(average_stake)} format={formatTokensCompact} />}
      />
    </section>
  );
}
