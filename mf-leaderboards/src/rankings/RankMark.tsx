import { IconAward, IconTrophy } from '@touchline/ui/icons';
import { RankMove } from './RankMove.tsx';
import type { Standing } from './standing.ts';
import classes from './standings.module.css';

const PODIUM = ['First', 'Second', 'Third'];

/** A rank with its movement; the first three have their icon (RANK-07). */
export function RankMark({ row: { rank, movement } }: { row: Standing }) {
  const place = PODIUM[rank - 1];
  const Icon = rank === 1 ? IconTrophy : IconAward;
  return (
    <span className={classes.rank} data-podium={place ? rank : undefined}>
      {place ? <Icon size={20} stroke={1.8} role="img" aria-label={`${place} place`} /> : null}
      <span>{rank}</span>
      <RankMove movement={movement} />
    </span>
  );
}
