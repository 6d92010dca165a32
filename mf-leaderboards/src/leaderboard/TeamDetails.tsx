import { VisuallyHidden } from '@touchline/ui/base';
import type { Standing } from './display-row.ts';
import classes from './leaderboard.module.css';

const STARTERS = 11;

/** Who wears the armband; nothing while he is hidden. */
export function Captain({ captain }: Pick<Standing, 'captain'>) {
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

/** How many starters have played; nothing before the gameweek begins. */
export function Played({ played }: Pick<Standing, 'played'>) {
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
