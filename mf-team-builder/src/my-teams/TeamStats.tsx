import type { Participation } from '@touchline/api/http/entries';
import { formatPointsShort } from '@touchline/ui/format';
import { NumberTick } from '@touchline/ui/NumberTick';
import { StatCard } from '@touchline/ui/StatCard';
import classes from './my-teams.module.css';

/** Totals over all teams (MYTEAM-02); undefined while the teams load. */
export function TeamStats({ teams }: { teams: readonly Participation[] | undefined }) {
  const loading = teams === undefined;
  const active = teams?.filter(({ game }) => game.status === 'ACTIVE').length ?? 0;
  const earned = teams?.reduce((sum, team) => sum + team.earned_points, 0) ?? 0;
  return (
    <div className={classes.stats}>
      <StatCard label="Total Games" value={teams?.length} loading={loading} />
      <StatCard label="Active Games" value={active} tone={active > 0 ? 'grass' : 'plain'} loading={loading} />
      <StatCard
        label="Total Earned Points"
        value={<NumberTick value={earned} format={formatPointsShort} />}
        tone="gold"
        loading={loading}
      />
    </div>
  );
}
