import { VisuallyHidden } from '@touchline/ui/base';
import type { DisplayRow } from './display-row.ts';
import classes from './leaderboard.module.css';

const STARTERS = 11;

/** Player with the armband. Renders nothing while the player is hidden. */
export function Captain({ captain }: Pick<DisplayRow, 'captain'>) {
  if (!captain) return null;
  const { web_name, vice_captain } = captain;
  return (
    <span className={classes.captain}>
      <VisuallyHidden>{vice_captain ? 'Vice-captain' : 'Captain'} </VisuallyHidden>
      <span className={classes.armband} aria-hidden="true">
        {vice_captain ? 'V' : 'C'}
      </span>
      <span className={classes.captainName}>{web_name}</span>
    </span>
  );
}

/** Number of starters who have played. Renders nothing before the gameweek starts. */
export function Played({ played }: Pick<DisplayRow, 'played'>) {
  if (played === null) return null;
  return (
    <>
      <span aria-hidden="true">
        {played}/{STARTERS}
      </span>
      <VisuallyHidden>
        {played} of {STARTERS} played
      </VisuallyHidden>
    </>
  );
}
