import type { Participation, ParticipationDetails } from '@touchline/api/http/entries';
import type { QuietToast } from '../toasts.ts';
import { formatMatch } from './labels.ts';
import { formatOwnEvent, type OwnEvent } from './own-events.ts';
import { formatStanding, type PreviousStanding } from './standing.ts';

const MAX_LINES = 4;

/** Builds one toast for all events, with the rank of each team if known. `current` contains the teams after the events. */
export function buildToast(
  events: readonly OwnEvent[],
  current: readonly Participation[],
  before: ReadonlyMap<string, PreviousStanding>,
): QuietToast {
  const teams = [...new Map(events.map(({ team }) => [team.id, team])).values()];
  const standings = teams.flatMap((team) => describeStanding(team, current, before) ?? []);
  const [first] = events;
  if (first && events.length === 1)
    return { title: formatOwnEvent(first), lines: [formatMatch(first.event), ...standings] };
  const more = events.length - MAX_LINES;
  const lines = [
    ...events.slice(0, MAX_LINES).map(formatOwnEvent),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
  return { title: `${events.length} match events for your players`, lines: [...lines, ...standings] };
}

/** "Gameweek 12: you are 8th (up 4)". */
function describeStanding(
  { id, game }: ParticipationDetails,
  current: readonly Participation[],
  before: ReadonlyMap<string, PreviousStanding>,
): string | null {
  const latest = current.find((team) => team.id === id);
  const words = latest && formatStanding(latest, before.get(id));
  return words ? `${game.name}: ${words}` : null;
}
