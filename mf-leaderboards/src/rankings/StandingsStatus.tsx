import classes from './rankings.module.css';

interface StandingsStatusProps {
  /** Teams that match; null before their answer is there. */
  total: number | null;
  /** Epoch ms by this browser. */
  updatedAt: number;
  /** The last refresh failed. */
  late: boolean;
}

const time = (epochMs: number) => new Date(epochMs).toLocaleTimeString('en-GB');

/** How many teams these are, and how old what one sees is. */
export function StandingsStatus({ total, updatedAt, late }: StandingsStatusProps) {
  if (total === null) return <p className={classes.status}>Loading</p>;
  return (
    <p className={classes.status}>
      <span role="status">
        {total.toLocaleString('en-GB')} {total === 1 ? 'team' : 'teams'}
      </span>
      {late ? (
        <span className={classes.late} role="status">
          Failed to load leaderboard. These are the standings of {time(updatedAt)}; trying again.
        </span>
      ) : (
        <span className="tl-figures">Updated {time(updatedAt)}</span>
      )}
    </p>
  );
}
