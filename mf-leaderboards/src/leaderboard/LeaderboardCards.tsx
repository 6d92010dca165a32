import { Text, VisuallyHidden } from '@touchline/ui/base';
import { useFlip } from '@touchline/ui/flip';
import { formatPoints } from '@touchline/ui/format';
import { NumberTick } from '@touchline/ui/NumberTick';
import { Fragment, type ReactNode } from 'react';
import type { DisplayRow } from './display-row.ts';
import type { LeaderboardTableProps } from './LeaderboardTable.tsx';
import classes from './leaderboard.module.css';
import { isProvisional, LastPaidPlace, Prize } from './Prize.tsx';
import { Rank } from './Rank.tsx';
import { isLastPaid } from './row-prize.ts';
import { Coefficient, Team } from './Team.tsx';
import { Captain, Played } from './TeamDetails.tsx';

export interface LeaderboardCardsProps
  extends Pick<LeaderboardTableProps, 'label' | 'rows' | 'own' | 'onOpen' | 'ranked' | 'prizes'> {
  /** Figure that ranks the teams; the points by default. */
  renderTotal?: ((row: DisplayRow) => ReactNode) | undefined;
}

/** Leaderboard on a phone: one card per team. */
export function LeaderboardCards(props: LeaderboardCardsProps) {
  const { label, rows, own, prizes, ...card } = props;
  const list = useFlip<HTMLOListElement>(rows.map((row) => row.participation_id).join());
  return (
    <>
      {prizes && isProvisional(prizes.prizes.prizes.state) ? (
        <Text fz="xs" c="dimmed" ta="right" mb={6}>
          Prizes are provisional
        </Text>
      ) : null}
      <ol className={classes.cards} ref={list} aria-label={label}>
        {rows.map((row, index) => (
          <Fragment key={row.participation_id}>
            <Card row={row} prizes={prizes} {...card} />
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
          <Card row={own} prizes={prizes} {...card} pinned />
        </ul>
      ) : null}
    </>
  );
}

const renderPoints = ({ total_points }: DisplayRow) => (
  <NumberTick value={total_points} format={formatPoints} />
);

interface CardProps extends Pick<LeaderboardCardsProps, 'onOpen' | 'ranked' | 'prizes' | 'renderTotal'> {
  row: DisplayRow;
  /** True for the user's own row below the list, which is not animated. */
  pinned?: boolean;
}

function Card({ row, onOpen, ranked, prizes, renderTotal = renderPoints, pinned = false }: CardProps) {
  return (
    <li
      className={classes.card}
      data-me={row.is_current_user || undefined}
      data-flip={pinned ? undefined : row.participation_id}
    >
      <Rank row={row} ranked={ranked} />
      <Team row={row} onOpen={onOpen}>
        <span className={classes.fact}>
          <VisuallyHidden>Gameweek</VisuallyHidden>
          <span aria-hidden="true">GW</span> <NumberTick value={row.gameweek_points} />
        </span>
        {row.coefficient && row.coefficient > 1 ? <Coefficient value={row.coefficient} size="sm" /> : null}
      </Team>
      <span className={classes.total}>
        <span className={classes.points}>{renderTotal(row)}</span>
        <span className={classes.fact}>
          <Played played={row.played} />
        </span>
      </span>
      <span className={classes.cardFoot}>
        <Captain captain={row.captain} />
        {prizes ? <Prize row={row} prizes={prizes} withSymbol /> : null}
      </span>
    </li>
  );
}
