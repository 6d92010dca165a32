import { type Position, positionName } from '@touchline/rules/squad';
import type { ReactNode } from 'react';
import { type Fitness, FitnessFlag } from './FitnessFlag.tsx';
import classes from './PlayerRow.module.css';
import { Shirt } from './Shirt.tsx';

export interface PlayerRowProps {
  name: string;
  /** Season-stable club code. */
  clubCode: number;
  clubShort: string;
  position: Position;
  /** Formatted, as in "£5.5m" or "12 pts". */
  value?: ReactNode;
  /** Small figures under the name: form, total points, selected by. */
  meta?: ReactNode;
  flag?: Fitness;
  /** A button at the end of the row. */
  action?: ReactNode;
  /** Greys out a player who is not available. */
  dimmed?: boolean;
  selected?: boolean;
}

/** A player in a list: shirt, name, club and position, figures, and an action. */
export function PlayerRow(props: PlayerRowProps) {
  const { name, clubCode, clubShort, position, value, meta, flag, action, dimmed, selected } = props;
  return (
    <div className={classes.row} data-dimmed={dimmed || undefined} data-selected={selected || undefined}>
      <Shirt clubCode={clubCode} clubShort={clubShort} size={36} plain />
      <div className={classes.who}>
        <span className={classes.name}>
          <span>{name}</span>
          {flag ? <FitnessFlag {...flag} /> : null}
        </span>
        <span className={classes.club}>
          <b>{positionName(position)}</b> {clubShort}
          {meta ? <span className={classes.meta}>{meta}</span> : null}
        </span>
      </div>
      {value === undefined ? null : <span className={classes.value}>{value}</span>}
      {action}
    </div>
  );
}
