import { describeAge, isKept } from '@touchline/ui/DataAge';
import { formatTimeWithSeconds, plural } from '@touchline/ui/format';
import classes from './rankings.module.css';

interface LeaderboardStatusProps {
  /** Number of matching teams; null while loading. */
  total: number | null;
  /** Epoch ms, by the browser's clock. */
  updatedAt: number;
  /** True if the last refresh failed. */
  late: boolean;
}

/** Number of teams and time of the last update. */
export function LeaderboardStatus({ total, updatedAt, late }: LeaderboardStatusProps) {
  if (total === null) return <p className={classes.status}>Loading</p>;
  return (
    <p className={classes.status}>
      <span role="status">{plural(total, 'team')}</span>
      {isKept(updatedAt) || (late && !navigator.onLine) ? (
        <span className={classes.late} role="status">
          {describeAge({ what: 'The leaderboard', at: updatedAt, failed: late, now: Date.now() })}
        </span>
      ) : late ? (
        <span className={classes.late} role="status">
          Failed to load leaderboard. Showing data from {formatTimeWithSeconds(updatedAt)}; retrying.
        </span>
      ) : (
        <span className="tl-figures">Updated {formatTimeWithSeconds(updatedAt)}</span>
      )}
    </p>
  );
}
