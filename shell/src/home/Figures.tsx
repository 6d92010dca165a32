import classes from './HomePage.module.css';
import type { CurrentGameweek } from './use-current-gameweek.ts';

/** HOME-01: fixed figures. HOME-02: the current gameweek. */
const FIGURES = [
  { value: '10M+ FOOTBALL', caption: 'Prize pool' },
  { value: '50K+', caption: 'Active players' },
  { value: '100K+', caption: 'Games played' },
];

export function Figures({ current: { gameweek, status } }: { current: CurrentGameweek }) {
  return (
    <dl className={classes.figures}>
      {FIGURES.map(({ value, caption }) => (
        <Figure key={caption} value={value} caption={caption} />
      ))}
      <Figure
        value={gameweek ? `GW${gameweek.id}` : status === 'failed' ? 'Unknown' : 'Loading'}
        caption="Current gameweek"
        accent
      />
    </dl>
  );
}

function Figure({ value, caption, accent = false }: { value: string; caption: string; accent?: boolean }) {
  return (
    <div className={classes.figure}>
      <dt>{caption}</dt>
      <dd data-accent={accent ? '' : undefined}>{value}</dd>
    </div>
  );
}
