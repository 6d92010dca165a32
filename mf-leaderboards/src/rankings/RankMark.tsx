import { IconAward, IconTrophy } from '@touchline/ui/icons';
import classes from './standings.module.css';

const PODIUM = ['First', 'Second', 'Third'];

/** A rank; the first three have their icon (RANK-07). */
export function RankMark({ rank }: { rank: number }) {
  const place = PODIUM[rank - 1];
  const Icon = rank === 1 ? IconTrophy : IconAward;
  return (
    <span className={classes.rank} data-podium={place ? rank : undefined}>
      {place ? <Icon size={20} stroke={1.8} role="img" aria-label={`${place} place`} /> : null}
      <span>{rank}</span>
    </span>
  );
}
