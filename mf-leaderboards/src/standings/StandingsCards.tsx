import { VisuallyHidden } from '@touchline/ui/base';
import { useFlip } from '@touchline/ui/flip';
import { formatPoints } from '@touchline/ui/format';
import { NumberTick } from '@touchline/ui/NumberTick';
import { Rank } from './Rank.tsx';
import { Coefficient, type StandingRowProps, type StandingsProps, Team } from './StandingsTable.tsx';
import classes from './standings.module.css';

/** The standings on a phone: a card per team. */
export function StandingsCards({ rows, own, onPreview }: Pick<StandingsProps, 'rows' | 'own' | 'onPreview'>) {
  const list = useFlip<HTMLOListElement>(rows.map((row) => row.participation_id).join());
  return (
    <>
      <ol className={classes.cards} ref={list} aria-label="Standings">
        {rows.map((row) => (
          <Card key={row.participation_id} row={row} onPreview={onPreview} />
        ))}
      </ol>
      {own ? (
        <ul className={classes.pinned} aria-label="Your rank">
          <Card row={own} onPreview={onPreview} pinned />
        </ul>
      ) : null}
    </>
  );
}

function Card({ row, onPreview, pinned = false }: StandingRowProps) {
  return (
    <li
      className={classes.card}
      data-me={row.is_current_user || undefined}
      data-flip={pinned ? undefined : row.participation_id}
    >
      <Rank row={row} />
      <Team row={row} onPreview={onPreview} />
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
            <Coefficient value={row.coefficient} />
          </dd>
        </div>
      </dl>
    </li>
  );
}
