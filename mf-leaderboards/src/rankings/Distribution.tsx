import type { Leaderboard } from '@touchline/api/http/leaderboard';
import { formatPoints, plural } from '@touchline/ui/format';
import classes from './distribution.module.css';

interface DistributionProps {
  bars: Leaderboard['distribution'];
  teams: number;
  /** The user's points; null without an entry. */
  mine: number | null;
}

type Bar = DistributionProps['bars'][number];

const formatRange = ({ from, to }: Bar) => `${from} to ${to} points`;

/** With fewer teams, the rows are more informative than a histogram. */
const MIN_TEAMS = 8;

/** Histogram of points that highlights the user's bar. Hidden for few teams, and while all points are in one bar. */
export function Distribution({ bars, teams, mine }: DistributionProps) {
  if (bars.length < 2 || teams < MIN_TEAMS) return null;
  const largest = bars.reduce((best, bar) => (bar.players > best.players ? bar : best));
  const isOwnBar = (bar: Bar) => mine !== null && mine >= bar.from && mine < bar.to;
  const description = [
    `Largest group: ${formatRange(largest)}, ${plural(largest.players, 'team')}.`,
    mine === null ? '' : `You have ${formatPoints(mine)}.`,
  ];
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <span>Distribution of points</span>
        {mine === null ? null : <span className={classes.mine}>You {formatPoints(mine)}</span>}
      </figcaption>
      <div className={classes.plot} role="img" aria-label={description.join(' ').trim()}>
        {bars.map((bar) => (
          <span
            key={bar.from}
            className={classes.bar}
            data-mine={isOwnBar(bar) || undefined}
            data-none={bar.players === 0 || undefined}
            style={{ height: `${(100 * bar.players) / largest.players}%` }}
            title={`${formatRange(bar)}: ${plural(bar.players, 'team')}`}
          />
        ))}
      </div>
      <div className={classes.axis} aria-hidden="true">
        <span>{bars[0]?.from}</span>
        <span>{bars.at(-1)?.to}</span>
      </div>
    </figure>
  );
}
