import type { ParticipationDetails, ParticipationGameweek } from '@touchline/api/http/entries';
import { isFormation } from '@touchline/rules/formations';
import { detectFormation, mapPositions } from '@touchline/rules/lineup';
import { applyArmband } from '@touchline/rules/points';
import { FIELD_SIZE } from '@touchline/rules/squad';
import { plural } from '@touchline/ui/format';
import type { PitchPlayer } from '@touchline/ui/Pitch';
import { findClubMatches, type Upcoming } from '../football/use-upcoming.ts';
import { buildSheet, describeSubstitution, type Sheet } from './team-sheet.ts';

/** Builds the lineup that played a gameweek, with its points. Returns null if the formation is unknown. */
export function buildPlayedSheet(team: ParticipationDetails, gameweek: ParticipationGameweek): Sheet | null {
  const ids = gameweek.players.map(({ id }) => id);
  const [slots, bench] = [ids.slice(0, FIELD_SIZE), ids.slice(FIELD_SIZE)];
  const positions = mapPositions(team.players);
  const formation = detectFormation(slots, positions);
  if (!formation || !isFormation(formation)) return null;
  return buildSheet({ formation, slots, bench }, positions, (id) => buildPlayedPlayer(team, gameweek, id));
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
