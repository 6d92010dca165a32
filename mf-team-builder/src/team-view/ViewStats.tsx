import type { ParticipationDetails } from '@touchline/api/http/entries';
import { formatCoefficient } from '@touchline/rules/tiers';
import { VisuallyHidden } from '@touchline/ui/base';
import { NumberTick } from '@touchline/ui/NumberTick';
import { StatCard } from '@touchline/ui/StatCard';
import { points } from '../points.ts';
import { gameweekOf } from '../team/team-sheet.ts';
import classes from './team-view.module.css';

/** The four totals (VIEW-03); points and rank are read aloud when they change. */
export function ViewStats({ team }: { team: ParticipationDetails }) {
  const gameweek = gameweekOf(team);
  const now = gameweek
    ? `GW${gameweek.gameweek}: ${gameweek.points}${gameweek.settled ? '' : ', provisional'}`
    : 'The first match is still to come';
  // Before the first match everybody is first.
  const rank = team.rank === null || !gameweek ? null : `Rank ${team.rank}`;
  return (
    <div className={classes.stats}>
      <StatCard label="Entry Points" value={team.entry_points} hint="When you joined" />
      <StatCard
        label="Current Points"
        value={<NumberTick value={team.current_points} />}
        hint={now}
        tone="grass"
      />
      <StatCard
        label="Coefficient"
        value={formatCoefficient(team.coefficient_applied)}
        hint={team.coefficient_applied > 1 ? 'From your stake' : 'A stake raises it'}
      />
      <StatCard
        label="Earned Points"
        value={<NumberTick value={team.earned_points} format={points} />}
        hint={rank}
        tone="gold"
      />
      <VisuallyHidden aria-live="polite">
        {gameweek
          ? `${team.current_points} points, ${points(team.earned_points)} earned${rank ? `, ${rank}` : ''}`
          : ''}
      </VisuallyHidden>
    </div>
  );
}
