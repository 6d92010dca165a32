import type { ParticipationDetails } from '@touchline/api/http/entries';
import { formatCoefficient } from '@touchline/rules/tiers';
import { VisuallyHidden } from '@touchline/ui/base';
import { formatCount, formatPointsShort, plural } from '@touchline/ui/format';
import { NumberTick } from '@touchline/ui/NumberTick';
import { StatCard } from '@touchline/ui/StatCard';
import { explainPoints } from '../team/explain-points.ts';
import { findGameweek } from '../team/team-sheet.ts';
import classes from './team-view.module.css';

/** The four totals (VIEW-03): the earned points, which rank the team, and their explanation. Screen readers announce changes. */
export function ViewStats({ team }: { team: ParticipationDetails }) {
  const cancelled = team.game.status === 'CANCELLED';
  const gameweek = cancelled ? undefined : findGameweek(team);
  // Before the first match all teams share rank 1.
  const rank = team.rank === null || !gameweek ? null : `Rank ${formatCount(team.rank)}`;
  const gameweekText = gameweek
    ? `GW${gameweek.gameweek}: ${gameweek.points}${gameweek.settled ? '' : ', provisional'}`
    : cancelled
      ? 'The game was cancelled'
      : 'No match has started yet';
  return (
    <div className={classes.stats}>
      <StatCard
        label="Earned Points"
        value={<NumberTick value={team.earned_points} format={formatPointsShort} />}
        hint={
          <>
            {rank ? <b>{rank}</b> : null}
            {rank ? ' · ' : null}
            {gameweekText}
          </>
        }
        tone="gold"
        size="lg"
      />
      <StatCard label="Entry Points" value={team.entry_points} hint="When you joined" />
      <StatCard
        label="Current Points"
        value={<NumberTick value={team.current_points} />}
        hint={`${team.entry_points} + ${team.current_points - team.entry_points} since joining`}
      />
      <StatCard
        label="Coefficient"
        value={formatCoefficient(team.coefficient_applied)}
        hint={describeCoefficient(team)}
      />
      {cancelled ? null : (
        <p className={classes.explanation}>
          {`${explainPoints(team)} = ${formatPointsShort(team.earned_points)} earned points, which rank your team.`}
        </p>
      )}
      <VisuallyHidden aria-live="polite">
        {gameweek
          ? `${plural(team.current_points, 'point')}, ${formatPointsShort(team.earned_points)} earned${rank ? `, ${rank}` : ''}`
          : ''}
      </VisuallyHidden>
    </div>
  );
}

/** Origin of the coefficient, or the gameweek from which a stake raises it: the wallet may have staked during this one. */
function describeCoefficient({ game, gameweek, coefficient_applied }: ParticipationDetails): string | null {
  if (game.status === 'CANCELLED') return null;
  if (coefficient_applied > 1) return 'From your stake';
  const isLast = game.status === 'COMPLETED' || gameweek === game.last_gameweek;
  return isLast ? null : 'A stake raises it from the next gameweek';
}
