import type { Participation, ParticipationDetails } from '@touchline/api/http/entries';
import type { QuietToast } from '../toasts.ts';
import { formatMatch } from './labels.ts';
import { type OwnEvent, formatOwnEvent } from './own-events.ts';
import { type PreviousStanding, formatStanding } from './standing.ts';

const MAX_LINES = 4;

/** One toast for everything that happened, with the rank of each team as far as it is known. `now`: teams after it. */
export function buildToast(
  news: readonly OwnEvent[],
  now: readonly Participation[],
  before: ReadonlyMap<string, PreviousStanding>,
): QuietToast {
  const teams = [...new Map(news.map(({ team }) => [team.id, team])).values()];
  const standings = teams.flatMap((team) => describeStanding(team, now, before) ?? []);
  const [first] = news;
  if (first && news.length === 1)
    return { title: formatOwnEvent(first), lines: [formatMatch(first.moment), ...standings] };
  const more = news.length - MAX_LINES;
  const lines = [...news.slice(0, MAX_LINES).map(formatOwnEvent), ...(more > 0 ? [`and ${more} more`] : [])];
  return { title: `${news.length} moments of your players`, lines: [...lines, ...standings] };
}

/** "Gameweek 12: you are 8th (up 4)". */
function describeStanding(
  { id, game }: ParticipationDetails,
  now: readonly Participation[],
  before: ReadonlyMap<string, PreviousStanding>,
): string | null {
  const latest = now.find((team) => team.id === id);
  const words = latest && formatStanding(latest, before.get(id));
  return words ? `${game.name}: ${words}` : null;
}
