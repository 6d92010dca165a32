import { slotsOf } from '@touchline/rules/formations';
import { formatPrice } from '@touchline/rules/players';
import { BENCH_SIZE, POSITION_TARGETS, POSITIONS, type Position } from '@touchline/rules/squad';
import type { PitchPlayer, PitchSlot } from '@touchline/ui/Pitch';
import type { DraftState } from '../draft/draft-state.ts';
import type { BuilderPlayer } from '../football/builder-players.ts';

type Faces = { byId: ReadonlyMap<number, BuilderPlayer>; refused?: ReadonlyMap<number, string> | undefined };

/** The pitch of a draft, prices on the pills. */
export function fieldSlots({ draft }: DraftState, faces: Faces): PitchSlot[] {
  return slotsOf(draft.formation).map((slot, at) => ({
    ...slot,
    player: face(draft.slots[at], draft, faces),
  }));
}

/** The bench of a draft; empty places are for whom the formation leaves over. */
export function benchSlots({ draft, positions }: DraftState, faces: Faces): PitchSlot[] {
  const places = benchPositions(draft.formation);
  for (const id of draft.bench) {
    const at = places.indexOf(positions[id] as Position);
    // Somebody beyond the formation's need takes the last place that is left.
    places.splice(at === -1 ? places.length - 1 : at, 1);
  }
  const taken = draft.bench.map((id) => ({
    position: positions[id] as Position,
    player: face(id, draft, faces),
  }));
  const keeper = taken[0]?.position === 1 ? [] : places.filter((position) => position === 1);
  const free = places
    .filter((position) => position !== 1)
    .map((position) => ({ position, player: undefined }));
  return [...keeper.map((position) => ({ position, player: undefined })), ...taken, ...free].map(
    (slot, at) => ({
      id: `bench-${at + 1}`,
      ...slot,
    }),
  );
}

/** Positions of the four that a formation leaves out, the goalkeeper first. */
function benchPositions(formation: DraftState['draft']['formation']): Position[] {
  const field = slotsOf(formation);
  return POSITIONS.flatMap((position) => {
    const left = POSITION_TARGETS[position] - field.filter((slot) => slot.position === position).length;
    return new Array<Position>(left).fill(position);
  }).slice(0, BENCH_SIZE);
}

function face(
  id: number | null | undefined,
  draft: DraftState['draft'],
  { byId, refused }: Faces,
): PitchPlayer | undefined {
  const player = id ? byId.get(id) : undefined;
  if (!player) return undefined;
  const band = player.id === draft.captain_id ? 'C' : player.id === draft.vice_captain_id ? 'V' : undefined;
  return {
    id: player.id,
    name: player.web_name,
    clubCode: player.club_code,
    clubShort: player.club,
    pill: formatPrice(player.price),
    ...(band ? { band } : {}),
    ...(refused?.has(player.id) ? { note: 'Refused' } : {}),
  };
}
