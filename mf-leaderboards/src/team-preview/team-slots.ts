import type { PublicLineup, PublicPlayer } from '@touchline/api/http/lineups';
import { isFormation, listSlots } from '@touchline/rules/formations';
import { applyArmband } from '@touchline/rules/points';
import { isPosition, type Position } from '@touchline/rules/squad';
import type { PitchPlayer, PitchSlot } from '@touchline/ui/Pitch';

const BENCH_PLACES = [1, 2, 3, 4];

/** Builds the eleven slots of a formation. In each position, visible players come before hidden ones. */
export function buildFieldSlots({ formation, players }: PublicLineup): PitchSlot[] {
  const slots = formation && isFormation(formation) ? listSlots(formation) : [];
  return slots.map((slot) => {
    const at = slots.filter(({ position }) => position === slot.position).indexOf(slot);
    const visible = players.filter((player) => player.on_field && player.position === slot.position);
    return buildSlot(slot.id, slot.position, visible[at]);
  });
}

/** Builds the bench slots in order. Hidden slots reveal nothing about their player. */
export function buildBenchSlots({ players }: PublicLineup): PitchSlot[] {
  return BENCH_PLACES.map((place) => {
    const player = players.find((each) => each.bench_place === place);
    const position = player && isPosition(player.position) ? player.position : 1;
    return buildSlot(`bench-${place}`, position, player);
  });
}

/** "5 players are still hidden" */
export const formatHiddenCount = (hidden: number) =>
  `${hidden} ${hidden === 1 ? 'player is' : 'players are'} still hidden`;

function buildSlot(id: string, position: Position, player: PublicPlayer | undefined): PitchSlot {
  return player ? { id, position, player: toPitchPlayer(player) } : { id, position, hidden: true };
}

function toPitchPlayer(player: PublicPlayer): PitchPlayer {
  const band = player.captain ? 'C' : player.vice_captain ? 'V' : null;
  return {
    id: player.id,
    name: player.web_name,
    clubCode: player.team_code,
    clubShort: player.team_short_name,
    pill: String(computePoints(player)),
    ...(band ? { band } : {}),
    live: player.playing,
    // A card counts as playing, even without minutes; it leads to negative points.
    didNotPlay: player.over && player.minutes === 0 && player.points === 0,
    provisional: player.provisional_bonus > 0,
    ...buildNote(player),
  };
}

/** Points as they count for the team. */
export const computePoints = ({ points, doubled }: PublicPlayer) => applyArmband(points, doubled);

function buildNote({ substitution, minutes }: PublicPlayer): { note?: string } {
  if (substitution?.projected) return { note: substitution.comes_on ? 'Set to come on' : 'Set to go off' };
  if (substitution) return { note: substitution.comes_on ? 'Came on' : 'Went off' };
  return minutes > 0 ? { note: `${minutes}'` } : {};
}
