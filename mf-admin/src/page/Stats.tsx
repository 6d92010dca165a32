import { adminStats } from '@touchline/api/http/admin-overview';
import { useLoadError } from '@touchline/host/load-errors';
import { StatCard } from '@touchline/ui/StatCard';
import { useAdminQuery } from '../admin.queries.ts';
import { ErrorAlert } from '../components/ErrorAlert.tsx';
import { formatAmount, formatNumber } from '../format.ts';
import classes from './AdminPage.module.css';

/** ADMIN-05 */
export function Stats() {
  const query = useAdminQuery(adminStats, {});
  const { data, isFetching, isPending, refetch } = query;
  const error = useLoadError(query);
  const cards: readonly (readonly [string, string | undefined])[] = [
    ['Total Users', data && formatNumber(data.totalUsers)],
    ['Total Games', data && formatNumber(data.totalGames)],
    ['Total Participations', data && formatNumber(data.totalParticipations)],
    ['Total Staking Records', data && formatNumber(data.totalStakingRecords)],
    ['Total Staked Amount', data && formatAmount(data.totalStakedAmount)],
    ['Active Stakes', data && formatNumber(data.activeStakes)],
  ];
  return (
    <>
      {error ? (
        <ErrorAlert
          title="Failed to load admin stats"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : null}
      <section className={classes.stats} aria-label="Totals">
        {cards.map(([label, value]) => (
          <StatCard key={label} label={label} value={value ?? '-'} loading={isPending} />
        ))}
      </section>
    </>
  );
}
