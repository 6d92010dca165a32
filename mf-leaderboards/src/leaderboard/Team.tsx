import { formatCoefficient } from '@touchline/rules/tiers';
import { Badge } from '@touchline/ui/base';
import type { ReactNode } from 'react';
import { Manager } from '../Manager.tsx';
import type { DisplayRow } from './display-row.ts';
import classes from './leaderboard.module.css';

interface TeamProps {
  row: DisplayRow;
  /** Opens the team. */
  onOpen: (row: DisplayRow) => void;
  /** More figures after the wallet. */
  children?: ReactNode;
}

/** Team name, and the owner's nickname or wallet. Clicking the name opens the team. The user's own team is marked "You". */
export function Team({ row, onOpen, children }: TeamProps) {
  return (
    <span className={classes.team}>
      <span className={classes.name}>
        <button
          type="button"
          className={classes.preview}
          aria-haspopup={row.is_current_user ? undefined : 'dialog'}
          onClick={() => onOpen(row)}
        >
          {row.team_name}
        </button>
        {row.is_current_user ? (
          <Badge size="sm" color="grass" variant="filled" flex="none">
            You
          </Badge>
        ) : null}
      </span>
      <span className={classes.more}>
        <span className={classes.wallet} title={row.wallet_address}>
          <Manager wallet={row.wallet_address} />
        </span>
        {children}
      </span>
    </span>
  );
}

/** Coefficients above this value are emphasised (RANK-07). */
const EMPHASIS_THRESHOLD = 1.2;

export function Coefficient({ value, size = 'lg' }: { value: number; size?: 'sm' | 'lg' }) {
  const isEmphasised = value > EMPHASIS_THRESHOLD;
  return (
    <Badge
      className="tl-figures"
      size={size}
      variant={isEmphasised ? 'filled' : 'light'}
      color={isEmphasised ? 'gold' : 'gray'}
    >
      {formatCoefficient(value)}
    </Badge>
  );
}
