import type { ParticipationDetails } from '@touchline/api/http/entries';
import { NumberTick } from '@touchline/ui/number-tick';
import { StatCard } from '@touchline/ui/stat-card';
import { multiplier, points } from '../my-teams/points.ts';
import { gameweekOf } from './team-sheet.ts';
import classes from './team-view.module.css';

/** The four totals (VIEW-03). */
export function ViewStats({ team }: { team: ParticipationDetails }) {
  const gameweek = gameweekOf(team);
  const now = gameweek
    ? `GW${gameweek.gameweek}: ${gameweek.points}${gameweek.settled ? '' : ', provisional'}`
    : 'The first match is still to come';
  const rank = team.rank === null ? null : `Rank ${team.rank}`;
  return (
    <div className={classes.stats}>
      <StatCard label="Entry Points" value={team.entry_points} hint="When you joined" />
      <StatCard
        label="Current Points"
        value={<NumberTick value={team.current_points} />}
        hint={now}
        tone="grass"
      />
      <StatCard label="Coefficient" value={multiplier(team.coefficient_applied)} hint="From your stake" />
      <StatCard
        label="Earned Points"
        value={<NumberTick value={team.earned_points} format={points} />}
        hint={rank}
        tone="gold"
      />
    </div>
  );
}
