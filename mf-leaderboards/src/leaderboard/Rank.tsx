import { VisuallyHidden } from '@touchline/ui/base';
import { formatCount } from '@touchline/ui/format';
import { IconArrowDown, IconArrowUp, IconAward, IconTrophy } from '@touchline/ui/icons';
import type { DisplayRow, Movement } from './display-row.ts';
import classes from './leaderboard.module.css';

const PODIUM = ['First', 'Second', 'Third'];

interface RankProps {
  row: DisplayRow;
  /** False until a team has points. */
  ranked: boolean;
}

/** Rank with its movement. The first three ranks have an icon (RANK-07). */
export function Rank({ row: { rank, movement }, ranked }: RankProps) {
  if (!ranked)
    return (
      <span className={classes.rank}>
        <NoRank />
      </span>
    );
  const place = PODIUM[rank - 1];
  const Icon = rank === 1 ? IconTrophy : IconAward;
  return (
    <span className={classes.rank} data-podium={place ? rank : undefined}>
      {place ? <Icon size={20} stroke={1.8} role="img" aria-label={`${place} place`} /> : null}
      <span>{formatCount(rank)}</span>
      {movement ? <RankMovement movement={movement} /> : null}
    </span>
  );
}

/** Shown in place of ranks until a team has points. */
export function NoRank() {
  return (
    <>
      <span aria-hidden="true">-</span>
      <VisuallyHidden>No rank yet</VisuallyHidden>
    </>
  );
}

const SINCE: Record<Movement['since'], string> = {
  update: 'since the last update',
  gameweek: 'since the last gameweek',
};

export function RankMovement({ movement }: { movement: Movement }) {
  const up = movement.places > 0;
  const places = formatCount(Math.abs(movement.places));
  const text = `${up ? 'Up' : 'Down'} ${places} ${SINCE[movement.since]}`;
  const Icon = up ? IconArrowUp : IconArrowDown;
  return (
    <span className={classes.movement} data-direction={up ? 'up' : 'down'} title={text}>
      <Icon size={13} stroke={2.4} aria-hidden="true" />
      <span aria-hidden="true">{places}</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
