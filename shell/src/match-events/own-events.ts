import type { ParticipationDetails } from '@touchline/api/http/entries';
import type { MatchEvent } from '@touchline/api/http/fpl';
import { applyArmband } from '@touchline/rules/points';
import { formatMinute, formatSigned, KIND_LABELS } from './labels.ts';

/** A new match event of a player in one of the user's running teams. */
export interface OwnEvent {
  event: MatchEvent;
  /** The team whose rank is shown: the first one that has the player. */
  team: ParticipationDetails;
  /** How the points count for the team in its running gameweek: multiplied for the player with the armband, not at all on the bench. */
  place: 'captain' | 'vice-captain' | 'field' | 'bench';
}

/** Older events appear only in the feed, so that a returning user is not flooded. */
const MAX_AGE_MS = 5 * 60_000;

/**
 * Events of the teams' players to notify, earliest first: new ones, and ones that were removed or restored.
 * @param known previous events by id
 * @param now the server's time in epoch ms
 */
export function findOwnEvents(
  events: readonly MatchEvent[],
  teams: readonly ParticipationDetails[],
  known: ReadonlyMap<string, MatchEvent>,
  now: number,
): OwnEvent[] {
  return events
    .filter((event) => hasNews(event, known.get(event.id), now))
    .flatMap((event) => findOwner(teams, event))
    .reverse();
}

/** An event with the id of an earlier one, but another time, is new: the player scores again after a goal was removed. */
function hasNews(
  { seen_at, taken_back }: MatchEvent,
  previous: MatchEvent | undefined,
  now: number,
): boolean {
  if (seen_at === null) return false;
  if (previous?.seen_at === seen_at) return previous.taken_back !== taken_back;
  return taken_back || now - Date.parse(seen_at) < MAX_AGE_MS;
}

/** Finds the team to show. Weekly games and tournaments take precedence over the season, because their teams joined last. */
function findOwner(teams: readonly ParticipationDetails[], event: MatchEvent): OwnEvent[] {
  const id = event.player?.id;
  if (id === undefined) return [];
  const team = teams.toReversed().find((one) => isCounted(one, id, event.fixture));
  return team ? [{ event, team, place: findPlace(team, id) }] : [];
}

/** Finds a player's place after substitutions, with the armband that counts now. The lineup decides before the gameweek has begun. */
function findPlace(team: ParticipationDetails, id: number): OwnEvent['place'] {
  const gameweek = team.gameweeks.find((one) => one.gameweek === team.gameweek);
  if (!(gameweek?.final_eleven ?? team.field_players).includes(id)) return 'bench';
  if (id !== (gameweek ? gameweek.armband : team.captain_id)) return 'field';
  return id === team.vice_captain_id ? 'vice-captain' : 'captain';
}

/** True if the match counts for the team. Matches before a late entry do not count. */
function isCounted({ players }: ParticipationDetails, player: number, fixture: number): boolean {
  const match = players.find(({ id }) => id === player)?.fixtures.find((one) => one.fixture === fixture);
  return match?.counts === true;
}

/** "67' GOAL Lomekolade +5". The armband multiplies points: "+10 (captain)". Bench players get no points. */
export function formatOwnEvent({ event, place }: OwnEvent): string {
  const label = KIND_LABELS[event.kind];
  if (event.taken_back) return `${label} removed: ${event.player?.web_name}`;
  return [formatMinute(event), label, event.player?.web_name, formatWorth(event.points, place)]
    .filter(Boolean)
    .join(' ');
}

function formatWorth(points: number, place: OwnEvent['place']): string {
  if (place === 'bench') return '(on your bench)';
  return place === 'field' ? formatSigned(points) : `${formatSigned(applyArmband(points, true))} (${place})`;
}
