import type { Participation } from '@touchline/api/http/entries';
import { formatPointsShort } from '@touchline/ui/format';
import { NumberTick } from '@touchline/ui/NumberTick';
import classes from './my-teams.module.css';

/** Totals over all teams in one line (MYTEAM-02); undefined while the teams load. */
export function TeamStats({ teams }: { teams: readonly Participation[] | undefined }) {
  const active = teams?.filter(({ game }) => game.status === 'ACTIVE').length;
  const earned = teams?.reduce((sum, team) => sum + team.earned_points, 0);
  return (
    <dl className={classes.stats} aria-busy={teams === undefined}>
      <div>
        <dt>Total Games</dt>
        <dd>{teams?.length ?? '-'}</dd>
      </div>
      <div>
        <dt>Active Games</dt>
        <dd>{active ?? '-'}</dd>
      </div>
      <div>
        <dt>Total Earned Points</dt>
        <dd>{earned === undefined ? '-' : <NumberTick value={earned} format={formatPointsShort} />}</dd>
      </div>
    </dl>
  );
}
