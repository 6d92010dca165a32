import type { ParticipationDetails } from '@touchline/api/http/entries';
import type { MatchEvent } from '@touchline/api/http/fpl';
import { formatMinute, formatSigned, KIND_LABELS } from './labels.ts';

/** A new match event of a player in one of the user's running teams. */
export interface OwnEvent {
  event: MatchEvent;
  /** The team whose rank is shown: the first one that has the player. */
  team: ParticipationDetails;
  place: 'captain' | 'field' | 'bench';
}

/** Older events appear only in the feed, so that a returning user is not flooded. */
const MAX_AGE_MS = 5 * 60_000;

/** Key of a notification. An event is notified once, and again if it is removed. */
export const getNotificationId = ({ id, taken_back }: MatchEvent) => (taken_back ? `${id} back` : id);

/** Events of the teams' players that are not in `notified`, earliest first. `now` is the server's time in epoch ms. */
export function findOwnEvents(
  events: readonly MatchEvent[],
  teams: readonly ParticipationDetails[],
  notified: ReadonlySet<string>,
  now: number,
): OwnEvent[] {
  return events
    .filter((event) => !notified.has(getNotificationId(event)) && isFresh(event, now))
    .flatMap((event) => findOwner(teams, event))
    .reverse();
}

function isFresh({ seen_at, taken_back }: MatchEvent, now: number): boolean {
  return seen_at !== null && (taken_back || now - Date.parse(seen_at) < MAX_AGE_MS);
}

/** Finds the team to show. Weekly games and tournaments take precedence over the season, because their teams joined last. */
function findOwner(teams: readonly ParticipationDetails[], event: MatchEvent): OwnEvent[] {
  const id = event.player?.id;
  if (id === undefined) return [];
  const team = teams.toReversed().find((one) => isCounted(one, id, event.fixture));
  if (!team) return [];
  const onField = team.field_players.includes(id);
  return [{ event, team, place: !onField ? 'bench' : team.captain_id === id ? 'captain' : 'field' }];
}

/** True if the match counts for the team. Matches before a late entry do not count. */
function isCounted({ players }: ParticipationDetails, player: number, fixture: number): boolean {
  const match = players.find(({ id }) => id === player)?.fixtures.find((one) => one.fixture === fixture);
  return match?.counts === true;
}

/** "67' GOAL Lomekolade +5". A captain's points are doubled: "+10 (captain)". Bench players get no points. */
export function formatOwnEvent({ event, place }: OwnEvent): string {
  const label = KIND_LABELS[event.kind];
  if (event.taken_back) return `${label} removed: ${event.player?.web_name}`;
  const points =
    place === 'captain' ? `${formatSigned(2 * event.points)} (captain)` : formatSigned(event.points);
  const worth = place === 'bench' ? '(on your bench)' : points;
  return [formatMinute(event), label, event.player?.web_name, worth].filter(Boolean).join(' ');
}
