import type { Leaderboard } from '@touchline/api/http/leaderboard';
import { formatCount, formatPoints } from '@touchline/ui/format';
import { NumberTick } from '@touchline/ui/NumberTick';
import { StatCard } from '@touchline/ui/StatCard';
import classes from './rankings.module.css';

/** Key figures of the game (DATA-13). */
export function Summary({ summary }: { summary: Leaderboard['summary'] | undefined }) {
  const loading = !summary;
  return (
    <div className={classes.stats}>
      <StatCard
        label="Players"
        loading={loading}
        value={<NumberTick value={summary?.total_players ?? 0} format={formatCount} />}
      />
      <StatCard
        label="Top score"
        tone="gold"
        loading={loading}
        value={<NumberTick value={summary?.top_score ?? 0} format={formatPoints} />}
      />
      <StatCard
        label="Average score"
        loading={loading}
        value={<NumberTick value={summary?.average_score ?? 0} format={formatPoints} />}
      />
      <StatCard label="Gameweek" loading={loading} value={summary?.gameweek ?? 'Not started'} />
    </div>
  );
}
