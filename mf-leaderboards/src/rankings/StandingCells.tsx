import { Badge } from '@touchline/ui/base';
import { shortHex } from '@touchline/ui/format';
import type { Standing } from './standing.ts';
import classes from './standings.module.css';
import type { LookAt } from './use-rankings-view.ts';

/** Team name with the wallet under it; the caller's own says "You". Pressing it looks at the team. */
export function TeamCell({ row, onLook }: { row: Standing; onLook: LookAt }) {
  return (
    <span className={classes.team}>
      <span className={classes.name}>
        <button
          type="button"
          className={classes.look}
          aria-haspopup="dialog"
          onClick={() => onLook(row.participation_id)}
        >
          {row.team_name}
        </button>
        {row.is_current_user ? (
          <Badge size="sm" color="grass" variant="filled" flex="none">
            You
          </Badge>
        ) : null}
      </span>
      <span className={classes.wallet} title={row.wallet_address}>
        {shortHex(row.wallet_address)}
      </span>
    </span>
  );
}
