import { formationName } from '@touchline/api/http/lineups';
import { type Draft, emptyDraft, fieldPlayers, placePlayer, removePlayer } from '@touchline/rules/draft';
import { listSlots } from '@touchline/rules/formations';
import type { PositionsById } from '@touchline/rules/lineup';
import { POSITION_TARGETS, type Position } from '@touchline/rules/squad';
import { z } from 'zod/mini';

const id = z.int().check(z.positive());
export const draft = z
  .object({
    formation: formationName,
    slots: z.array(z.nullable(id)),
    bench: z.array(id),
    captain_id: z.nullable(id),
    vice_captain_id: z.nullable(id),
  })
  .check(z.refine(isConsistent));
/** A stored draft. */
export const draftState = z.object({
  draft,
  random_ids: z.array(id),
  team_name: z.optional(z.string()),
});

/** The team being built. It exists only in the browser. */
export interface DraftState {
  draft: Draft;
  /** Players added by Random Pick. Another Random Pick on a full squad replaces them. */
  random_ids: readonly number[];
  /** As typed. The default name is derived from the wallet. */
  team_name?: string | undefined;
}

export const EMPTY_STATE: DraftState = { draft: emptyDraft(), random_ids: [] };

/** Returns the ids of the players in the draft: the field in slot order, then the bench. */
export function getDraftedIds({ draft }: Pick<DraftState, 'draft'>): number[] {
  return [...fieldPlayers(draft), ...draft.bench];
}

export interface Place {
  /** The preferred slot; ignored if it is taken or of another position. */
  slot?: string | undefined;
  /** The player of the same position whose place on the field or bench is taken. */
  replacing?: number | undefined;
}

/** Adds a player to a draft. The caller checks the squad rules. */
export function pickPlayer(draft: Draft, id: number, positions: PositionsById, place: Place): Draft {
  const { slot, replacing } = place;
  if (replacing === undefined) return placePlayer(draft, id, positions, slot);
  const replace = <Id extends number | null>(each: Id) => (each === replacing ? id : each);
  const { slots, bench } = draft;
  return { ...removePlayer(draft, replacing), slots: slots.map(replace), bench: bench.map(replace) };
}

/** Removes players who left the feed, or whose new position is not that of their slot or is full. */
export function dropUnknownPlayers(draft: Draft, positions: PositionsById): Draft {
  const slots = listSlots(draft.formation);
  const free: Record<Position, number> = { ...POSITION_TARGETS };
  const fits = (id: number) => {
    const position = positions.get(id);
    const slot = slots[draft.slots.indexOf(id)];
    if (!position || (slot && slot.position !== position) || free[position] === 0) return false;
    free[position] -= 1;
    return true;
  };
  return getDraftedIds({ draft })
    .filter((id) => !fits(id))
    .reduce((rest, id) => removePlayer(rest, id), draft);
}

/** True if every player has exactly one place and the armbands are on the field. */
function isConsistent(value: unknown): boolean {
  const draft = value as Draft;
  const ids = getDraftedIds({ draft });
  const bands = [draft.captain_id, draft.vice_captain_id].filter((band) => band !== null);
  return (
    draft.slots.length === listSlots(draft.formation).length &&
    new Set(ids).size === ids.length &&
    bands.every((band) => draft.slots.includes(band)) &&
    new Set(bands).size === bands.length
  );
}
