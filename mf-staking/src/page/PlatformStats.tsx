import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { formatTokensCompact } from '@touchline/ui/format';
import { NumberTick } from '@touchline/ui/NumberTick';
import { StatCard } from '@touchline/ui/StatCard';
import { EMPTY_STATS, statsQuery } from '../staking.queries.ts';
import classes from './StakingPage.module.css';

/** Totals of all wallets. If they could not be loaded, zeros with a note (API-32). */
export function PlatformStats() {
  const host = useHost();
  const query = useQuery(statsQuery(host.api));
  const { total_staked, active_stakers, average_stake } = query.data ?? EMPTY_STATS;
  const loading = query.isPending && !hasFirstLoadFailed(query);
  const formatHint = (text: string) => (query.data || loading ? text : "Couldn't be loaded");
  return (
    <section className={classes.stats} aria-label="Staking of all players">
      <StatCard
        label="Total staked"
        hint={formatHint('FOOTBALL, all players')}
        tone="gold"
        loading={loading}
        value={<NumberTick value={Number(total_staked)} format={formatTokensCompact} />}
      />
      <StatCard
        label="Active stakers"
        hint={formatHint('wallets')}
        loading={loading}
        value={<NumberTick value={active_stakers} />}
      />
      <StatCard
        label="Average stake"
        hint={formatHint('FOOTBALL per wallet')}
        loading={loading}
        value={<NumberTick value={Number(average_stake)} format={formatTokensCompact} />}
      />
    </section>
  );
}
