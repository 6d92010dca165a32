import type { Draft } from '@touchline/rules/draft';
import { type FormationName, listSlots } from '@touchline/rules/formations';
import { formatPrice } from '@touchline/rules/prices';
import { BENCH_SIZE, POSITION_TARGETS, POSITIONS, type Position } from '@touchline/rules/squad';
import type { PitchPlayer, PitchSlot } from '@touchline/ui/Pitch';
import type { BuilderPlayer } from '../football/builder-players.ts';
import { type ClubMatches, findClubMatches, type Upcoming } from '../football/use-upcoming.ts';

interface PlayerLookup {
  byId: ReadonlyMap<number, BuilderPlayer>;
  rejected?: ReadonlyMap<number, string> | undefined;
  upcoming?: Upcoming | null;
}

/** Builds pitch and bench of a draft, with prices on the pills and the next opponents below them. */
export function buildSlots(draft: Draft, lookup: PlayerLookup): { field: PitchSlot[]; bench: PitchSlot[] } {
  const field = listSlots(draft.formation).map((slot, at) => ({
    ...slot,
    player: buildPitchPlayer(draft.slots[at], draft, lookup),
  }));
  return { field, bench: buildBench(draft, lookup) };
}

/** Builds the bench of a draft, with empty slots for the positions that the formation leaves out. */
function buildBench(draft: Draft, lookup: PlayerLookup): PitchSlot[] {
  const open = getBenchPositions(draft.formation);
  const taken = draft.bench
    .flatMap((id) => lookup.byId.get(id) ?? [])
    .map(({ id, position }) => ({ position, player: buildPitchPlayer(id, draft, lookup) }));
  for (const { position } of taken) {
    const index = open.indexOf(position);
    // A player of a position without open slots takes the last remaining slot.
    open.splice(index === -1 ? open.length - 1 : index, 1);
  }
  const empty = open.map((position) => ({ position, player: undefined }));
  const isGoalkeeper = ({ position }: { position: Position }) => position === 1;
  // The goalkeeper's slot always comes first, even if it is empty.
  const goalkeeper = taken[0]?.position === 1 ? [] : empty.filter(isGoalkeeper);
  const outfield = empty.filter((slot) => !isGoalkeeper(slot));
  return [...goalkeeper, ...taken, ...outfield].map((slot, index) => ({ id: `bench-${index + 1}`, ...slot }));
}

/** Returns the positions of the four players that a formation leaves out, goalkeeper first. */
function getBenchPositions(formation: FormationName): Position[] {
  const field = listSlots(formation);
  return POSITIONS.flatMap((position) => {
    const left = POSITION_TARGETS[position] - field.filter((slot) => slot.position === position).length;
    return new Array<Position>(left).fill(position);
  }).slice(0, BENCH_SIZE);
}

const toNextMatch = ({ opponents, difficulty }: ClubMatches) =>
  difficulty === null ? { next: opponents } : { next: opponents, difficulty };

function buildPitchPlayer(
  id: number | null | undefined,
  draft: Draft,
  { byId, rejected, upcoming }: PlayerLookup,
): PitchPlayer | undefined {
  const player = id ? byId.get(id) : undefined;
  if (!player) return undefined;
  const band = player.id === draft.captain_id ? 'C' : player.id === draft.vice_captain_id ? 'V' : undefined;
  return {
    id: player.id,
    name: player.web_name,
    clubCode: player.club_code,
    clubShort: player.club_short,
    pill: formatPrice(player.price),
    ...(upcoming ? toNextMatch(findClubMatches(upcoming, player.club_code)) : {}),
    ...(band ? { band } : {}),
    ...(rejected?.has(player.id) ? { note: 'Rejected' } : {}),
  };
}
