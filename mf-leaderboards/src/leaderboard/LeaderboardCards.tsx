import { VisuallyHidden } from '@touchline/ui/base';
import { useFlip } from '@touchline/ui/flip';
import { formatPoints } from '@touchline/ui/format';
import { NumberTick } from '@touchline/ui/NumberTick';
import {
  Coefficient,
  type LeaderboardRowProps,
  type LeaderboardTableProps,
  Team,
} from './LeaderboardTable.tsx';
import classes from './leaderboard.module.css';
import { Rank } from './Rank.tsx';
import { Captain, Played } from './TeamDetails.tsx';

/** Leaderboard on a phone: one card per team. */
export function LeaderboardCards({
  rows,
  own,
  onOpen,
  ranked,
}: Pick<LeaderboardTableProps, 'rows' | 'own' | 'onOpen' | 'ranked'>) {
  const list = useFlip<HTMLOListElement>(rows.map((row) => row.participation_id).join());
  return (
    <>
      <ol className={classes.cards} ref={list} aria-label="Leaderboard">
        {rows.map((row) => (
          <Card key={row.participation_id} row={row} onOpen={onOpen} ranked={ranked} />
        ))}
      </ol>
      {own ? (
        <ul className={classes.pinned} aria-label="Your rank">
          <Card row={own} onOpen={onOpen} ranked={ranked} pinned />
        </ul>
      ) : null}
    </>
  );
}

function Card({ row, onOpen, ranked, pinned = false }: LeaderboardRowProps) {
  return (
    <li
      className={classes.card}
      data-me={row.is_current_user || undefined}
      data-flip={pinned ? undefined : row.participation_id}
    >
      <Rank row={row} ranked={ranked} />
      <Team
        row={row}
        onOpen={onOpen}
        afterName={row.coefficient > 1 ? <Coefficient value={row.coefficient} size="sm" /> : null}
      >
        <span className={classes.fact}>
          <VisuallyHidden>Gameweek</VisuallyHidden>
          <span aria-hidden="true">GW</span> <NumberTick value={row.gameweek_points} />
        </span>
        <Captain captain={row.captain} />
      </Team>
      <span className={classes.total}>
        <span className={classes.points}>
          <NumberTick value={row.total_points} format={formatPoints} />
        </span>
        <span className={classes.fact}>
          <Played played={row.played} />
        </span>
      </span>
    </li>
  );
}
