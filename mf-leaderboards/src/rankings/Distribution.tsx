import type { Leaderboard } from '@touchline/api/http/leaderboard';
import classes from './distribution.module.css';
import { formatPoints } from './standing.ts';

interface DistributionProps {
  bars: Leaderboard['distribution'];
  /** The caller's points; null when he is not in the game. */
  mine: number | null;
}

type Bar = DistributionProps['bars'][number];

const teams = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'team' : 'teams'}`;
const range = ({ from, to }: Bar) => `${from} to ${to} points`;

/** How the points of a game are spread, and where one's own stand. Nothing as long as everybody is level. */
export function Distribution({ bars, mine }: DistributionProps) {
  if (bars.length < 2) return null;
  const most = bars.reduce((best, bar) => (bar.players > best.players ? bar : best));
  const holds = (bar: Bar) => mine !== null && mine >= bar.from && mine < bar.to;
  const words = [
    `Most have ${range(most)}: ${teams(most.players)}.`,
    mine === null ? '' : `You have ${formatPoints(mine)}.`,
  ];
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <span>How the points are spread</span>
        {mine === null ? null : <span className={classes.mine}>You {formatPoints(mine)}</span>}
      </figcaption>
      <div className={classes.plot} role="img" aria-label={words.join(' ').trim()}>
        {bars.map((bar) => (
          <span
            key={bar.from}
            className={classes.bar}
            data-mine={holds(bar) || undefined}
            data-none={bar.players === 0 || undefined}
            style={{ height: `${(100 * bar.players) / most.players}%` }}
            title={`${range(bar)}: ${teams(bar.players)}`}
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
