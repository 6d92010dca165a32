import type { ParticipationDetails } from '@touchline/api/http/entries';
import type { MatchEvent } from '@touchline/api/http/fpl';
import { KIND_LABELS, formatMinute, formatSigned } from './labels.ts';

/** A new moment of a player in one of one's own running teams. */
export interface OwnEvent {
  moment: MatchEvent;
  /** The first of the teams that own him, whose rank is shown. */
  team: ParticipationDetails;
  place: 'captain' | 'field' | 'bench';
}

/** Older ones stay in the feed: nobody wants them told after a break. */
const MAX_AGE_MS = 5 * 60_000;

/** A moment as a toast shows it: once, and once more when it is taken back. */
export const getNotificationId = ({ id, taken_back }: MatchEvent) => (taken_back ? `${id} back` : id);

/** The teams' moments that are not in `told`, the earliest first. `now` is the server's time in epoch ms. */
export function findOwnEvents(
  moments: readonly MatchEvent[],
  teams: readonly ParticipationDetails[],
  told: ReadonlySet<string>,
  now: number,
): OwnEvent[] {
  return moments
    .filter((moment) => !told.has(getNotificationId(moment)) && isFresh(moment, now))
    .flatMap((moment) => findOwner(teams, moment))
    .reverse();
}

function isFresh({ seen_at, taken_back }: MatchEvent, now: number): boolean {
  return seen_at !== null && (taken_back || now - Date.parse(seen_at) < MAX_AGE_MS);
}

/** Weekly games and tournaments come before the season: their teams joined last. */
function findOwner(teams: readonly ParticipationDetails[], moment: MatchEvent): OwnEvent[] {
  const id = moment.player?.id;
  if (id === undefined) return [];
  const team = teams.toReversed().find((one) => isCounted(one, id, moment.fixture));
  if (!team) return [];
  const onField = team.field_players.includes(id);
  return [{ moment, team, place: !onField ? 'bench' : team.captain_id === id ? 'captain' : 'field' }];
}

/** Of a late joiner earlier matches do not count. */
function isCounted({ players }: ParticipationDetails, player: number, fixture: number): boolean {
  const match = players.find(({ id }) => id === player)?.fixtures.find((one) => one.fixture === fixture);
  return match?.counts === true;
}

/** "67' GOAL Lomekolade +5"; with his armband "+10 (captain)", from the bench without points. */
export function formatOwnEvent({ moment, place }: OwnEvent): string {
  const what = KIND_LABELS[moment.kind];
  if (moment.taken_back) return `${what} taken back: ${moment.player?.web_name}`;
  const points = place === 'captain' ? `${formatSigned(2 * moment.points)} (captain)` : formatSigned(moment.points);
  const worth = place === 'bench' ? '(on your bench)' : points;
  return [formatMinute(moment), what, moment.player?.web_name, worth].filter(Boolean).join(' ');
}
