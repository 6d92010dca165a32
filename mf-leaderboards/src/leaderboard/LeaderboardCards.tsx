import { VisuallyHidden } from '@touchline/ui/base';
import { useFlip } from '@touchline/ui/flip';
import { formatPoints } from '@touchline/ui/format';
import { NumberTick } from '@touchline/ui/NumberTick';
import { Fragment } from 'react';
import type { LeaderboardRowProps, LeaderboardTableProps } from './LeaderboardTable.tsx';
import classes from './leaderboard.module.css';
import { LastPaidPlace, Prize } from './Prize.tsx';
import { Rank } from './Rank.tsx';
import { isLastPaid } from './row-prize.ts';
import { Coefficient, Team } from './Team.tsx';
import { Captain, Played } from './TeamDetails.tsx';

/** Leaderboard on a phone: one card per team. */
export function LeaderboardCards({
  rows,
  own,
  onOpen,
  ranked,
  prizes,
}: Pick<LeaderboardTableProps, 'rows' | 'own' | 'onOpen' | 'ranked' | 'prizes'>) {
  const list = useFlip<HTMLOListElement>(rows.map((row) => row.participation_id).join());
  return (
    <>
      <ol className={classes.cards} ref={list} aria-label="Leaderboard">
        {rows.map((row, index) => (
          <Fragment key={row.participation_id}>
            <Card row={row} onOpen={onOpen} ranked={ranked} prizes={prizes} />
            {prizes && isLastPaid(row, rows[index + 1], prizes) ? (
              <li className={classes.paidLine}>
                <LastPaidPlace prizes={prizes} />
              </li>
            ) : null}
          </Fragment>
        ))}
      </ol>
      {own ? (
        <ul className={classes.pinned} aria-label="Your rank">
          <Card row={own} onOpen={onOpen} ranked={ranked} prizes={prizes} pinned />
        </ul>
      ) : null}
    </>
  );
}

function Card({ row, onOpen, ranked, prizes, pinned = false }: LeaderboardRowProps) {
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
      {prizes ? (
        <span className={classes.cardPrize}>
          <Prize row={row} prizes={prizes} withSymbol />
        </span>
      ) : null}
    </li>
  );
}
