import { VisuallyHidden } from '@touchline/ui/base';
import { useFlip } from '@touchline/ui/flip';
import { formatPoints } from '@touchline/ui/format';
import { NumberTick } from '@touchline/ui/NumberTick';
import { CoefficientBadge } from './CoefficientBadge.tsx';
import { RankMark } from './RankMark.tsx';
import { TeamCell } from './StandingCells.tsx';
import type { StandingsProps } from './StandingsTable.tsx';
import type { Standing } from './standing.ts';
import classes from './standings.module.css';

interface CardProps extends Pick<StandingsProps, 'onLook'> {
  row: Standing;
  pinned?: boolean;
}

function Card({ row, onLook, pinned = false }: CardProps) {
  return (
    <li
      className={classes.card}
      data-me={row.is_current_user || undefined}
      data-flip={pinned ? undefined : row.participation_id}
    >
      <RankMark row={row} />
      <TeamCell row={row} onLook={onLook} />
      <span className={classes.points}>
        <NumberTick value={row.total_points} format={formatPoints} />
      </span>
      <dl className={classes.facts}>
        <div>
          <dt>Gameweek</dt>
          <dd>
            <NumberTick value={row.gameweek_points} />
          </dd>
        </div>
        <div>
          <dt>Value</dt>
          <dd>{row.team_value}</dd>
        </div>
        <div>
          <dt>
            <VisuallyHidden>Coefficient</VisuallyHidden>
          </dt>
          <dd>
            <CoefficientBadge coefficient={row.coefficient} />
          </dd>
        </div>
      </dl>
    </li>
  );
}

/** The standings on a phone: a card per team. */
export function StandingsCards({ rows, own, onLook }: Pick<StandingsProps, 'rows' | 'own' | 'onLook'>) {
  const list = useFlip<HTMLOListElement>(rows.map((row) => row.participation_id).join());
  return (
    <>
      <ol className={classes.cards} ref={list} aria-label="Standings">
        {rows.map((row) => (
          <Card key={row.participation_id} row={row} onLook={onLook} />
        ))}
      </ol>
      {own ? (
        <ul className={classes.pinned} aria-label="Your rank">
          <Card row={own} onLook={onLook} pinned />
        </ul>
      ) : null}
    </>
  );
}
