import type { ParticipationDetails, ParticipationGameweek } from '@touchline/api/http/entries';
import { type FormationName, findFormation, listSlots } from '@touchline/rules/formations';
import { applyArmband } from '@touchline/rules/points';
import type { Position } from '@touchline/rules/squad';
import { plural } from '@touchline/ui/format';
import type { PitchPlayer, PitchSlot } from '@touchline/ui/Pitch';
import { findClubMatches, type Upcoming } from '../football/use-upcoming.ts';
import { describeSubstitution } from './team-sheet.ts';

const FIELD_SIZE = 11;

/** The lineup of one gameweek, as pitch and bench slots. */
export interface GameweekSheet {
  formation: FormationName;
  field: PitchSlot[];
  bench: PitchSlot[];
}

/** Builds the lineup that played a gameweek, with its points. Returns null if the formation is unknown. */
export function buildPlayedSheet(
  team: ParticipationDetails,
  gameweek: ParticipationGameweek,
): GameweekSheet | null {
  const ids = gameweek.players.map(({ id }) => id);
  const positionOf = (id: number) => team.players.find((player) => player.id === id)?.position ?? 1;
  const count = (position: number) =>
    ids.slice(0, FIELD_SIZE).filter((id) => positionOf(id) === position).length;
  const formation = findFormation({ defenders: count(2), midfielders: count(3), forwards: count(4) });
  if (!formation) return null;
  const playerOf = (id: number | undefined) =>
    id === undefined ? undefined : buildPlayedPlayer(team, gameweek, id);
  return {
    formation: formation.name,
    field: listSlots(formation.name).map((slot, at) => ({ ...slot, player: playerOf(ids[at]) })),
    bench: ids.slice(FIELD_SIZE).map((id, at) => ({
      id: `bench-${at + 1}`,
      position: positionOf(id) as Position,
      player: playerOf(id),
    })),
  };
}

function buildPlayedPlayer(
  team: ParticipationDetails,
  gameweek: ParticipationGameweek,
  id: number,
): PitchPlayer | undefined {
  const player = team.players.find((each) => each.id === id);
  const score = gameweek.players.find((each) => each.id === id);
  if (!player || !score) return undefined;
  const doubled = gameweek.armband === id;
  const note = describeSubstitution(id, gameweek);
  return {
    id,
    name: player.web_name,
    clubCode: player.team_code,
    clubShort: player.team_short_name,
    pill: plural(applyArmband(score.points, doubled), 'pt'),
    // A card scores points even without a minute on the pitch.
    didNotPlay: score.minutes === 0 && score.points === 0,
    provisional: !gameweek.settled,
    ...(doubled ? { band: 'C' as const } : {}),
    ...(note ? { note } : {}),
  };
}

/** Replaces the points and notes of the previous gameweek with the opponents of the next one. */
export function toUpcomingPlayer(player: PitchPlayer, upcoming: Upcoming): PitchPlayer {
  const { live: _, didNotPlay, provisional, note, ...rest } = player;
  const { opponents, difficulty } = findClubMatches(upcoming, player.clubCode);
  return { ...rest, pill: opponents, ...(difficulty === null ? {} : { difficulty }) };
}
