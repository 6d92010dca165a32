import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import classes from './HomePage.module.css';
import type { CurrentGameweek } from './use-current-gameweek.ts';

/** HOME-01: fixed figures. */
const FIGURES = [
  { value: '10M+ FOOTBALL', caption: 'Prize pool' },
  { value: '50K+', caption: 'Active players' },
  { value: '100K+', caption: 'Games played' },
];

/** The fixed figures and the current gameweek (HOME-02). */
export function Figures({ current }: { current: CurrentGameweek }) {
  const value = current.data ? `GW${current.data.id}` : hasFirstLoadFailed(current) ? 'Unknown' : 'Loading';
  return (
    <dl className={classes.figures}>
      {[...FIGURES, { value, caption: 'Current gameweek' }].map((figure) => (
        <div key={figure.caption} className={classes.figure}>
          <dt>{figure.caption}</dt>
          <dd>{figure.value}</dd>
        </div>
      ))}
    </dl>
  );
}
