import { shortWallet } from '@touchline/rules/players';
import { Badge } from '@touchline/ui/base';
import type { Standing } from './standing.ts';
import classes from './standings.module.css';

/** Team name with the wallet under it; the caller's own says "You". */
export function TeamCell({ row }: { row: Standing }) {
  return (
    <span className={classes.team}>
      <span className={classes.name}>
        <span className={classes.nameText}>{row.team_name}</span>
        {row.is_current_user ? (
          <Badge size="sm" color="grass" variant="filled">
            You
          </Badge>
        ) : null}
      </span>
      <span className={classes.wallet} title={row.wallet_address}>
        {shortWallet(row.wallet_address)}
      </span>
    </span>
  );
}
