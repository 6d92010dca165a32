import { formatTimeWithSeconds, plural } from '@touchline/ui/format';
import classes from './rankings.module.css';

interface StandingsStatusProps {
  /** Teams that match; null before their answer is there. */
  total: number | null;
  /** Epoch ms by this browser. */
  updatedAt: number;
  /** The last refresh failed. */
  late: boolean;
}

/** How many teams these are, and how old what one sees is. */
export function StandingsStatus({ total, updatedAt, late }: StandingsStatusProps) {
  if (total === null) return <p className={classes.status}>Loading</p>;
  return (
    <p className={classes.status}>
      <span role="status">{plural(total, 'team')}</span>
      {late ? (
        <span className={classes.late} role="status">
          Failed to load leaderboard. These are the standings of {formatTimeWithSeconds(updatedAt)}; trying
          again.
        </span>
      ) : (
        <span className="tl-figures">Updated {formatTimeWithSeconds(updatedAt)}</span>
      )}
    </p>
  );
}
