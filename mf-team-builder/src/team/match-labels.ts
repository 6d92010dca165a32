import type { ParticipationPlayer } from '@touchline/api/http/entries';
import { formatWeekdayTime } from '@touchline/ui/format';

type Match = ParticipationPlayer['fixtures'][number];

/** Formats a player's matches in the gameweek: "ARS (H) 67'" or "No match". */
export function formatMatches({ fixtures }: Pick<ParticipationPlayer, 'fixtures'>): string {
  return fixtures.length === 0 ? 'No match' : fixtures.map(formatMatch).join(', ');
}

function formatMatch(match: Match): string {
  const opponent = `${match.opponent} (${match.home ? 'H' : 'A'})`;
  if (!match.counts) return `${opponent} does not count`;
  if (match.over) return `${opponent} ${match.minutes}'`;
  if (match.started) return `${opponent} live, ${match.minutes === 0 ? 'not on' : `${match.minutes}'`}`;
  return match.kickoff_time
    ? `${opponent} ${formatWeekdayTime(match.kickoff_time)}`
    : `${opponent} postponed`;
}

const STATISTICS: Readonly<Record<string, string>> = {
  minutes: 'Minutes played',
  goals_scored: 'Goals',
  assists: 'Assists',
  clean_sheets: 'Clean sheet',
  goals_conceded: 'Goals conceded',
  own_goals: 'Own goals',
  penalties_saved: 'Penalties saved',
  penalties_missed: 'Penalties missed',
  yellow_cards: 'Yellow cards',
  red_cards: 'Red cards',
  saves: 'Saves',
  bonus: 'Bonus',
  defensive_contribution: 'Defensive contribution',
};

/** Returns the display name of a statistic in the feed. */
export function formatStatistic(identifier: string): string {
  return (
    STATISTICS[identifier] ?? identifier.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
  );
}
