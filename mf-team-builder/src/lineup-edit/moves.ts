import { type Draft, moveToField, swapWithBench } from '@touchline/rules/draft';
import type { PositionsById } from '@touchline/rules/lineup';
import type { PitchSlot } from '@touchline/ui/Pitch';

/** A draft in edit mode; `fixed` players cannot be moved. */
export interface EditableDraft {
  draft: Draft;
  positions: PositionsById;
  fixed: ReadonlySet<number>;
}

/** True if the picked player may take this empty slot or swap with its player. */
export function isTarget(
  { draft, positions, fixed }: EditableDraft,
  picked: number,
  slot: PitchSlot,
): boolean {
  const other = slot.player?.id;
  const fromBench = draft.bench.includes(picked);
  if (other === undefined) return fromBench && positions.get(picked) === slot.position;
  if (other === picked || fixed.has(other)) return false;
  const toBench = draft.bench.includes(other);
  if (fromBench && toBench) return positions.get(picked) !== 1 && positions.get(other) !== 1;
  return fromBench !== toBench && positions.get(picked) === positions.get(other);
}

/** Moves the picked player to a slot for which `isTarget` is true. */
export function moveTo({ draft, positions }: EditableDraft, picked: number, slot: PitchSlot): Draft {
  const other = slot.player?.id;
  if (other === undefined) return moveToField(draft, picked, positions, slot.id);
  if (draft.slots.includes(picked)) return swapWithBench(draft, picked, other);
  if (draft.slots.includes(other)) return swapWithBench(draft, other, picked);
  const [from, to] = [draft.bench.indexOf(picked), draft.bench.indexOf(other)];
  return { ...draft, bench: draft.bench.with(from, other).with(to, picked) };
}

/** True if a slot of the player's position is empty on the pitch. */
export function hasFreeSlot({ draft, positions }: EditableDraft, id: number): boolean {
  return moveToField(draft, id, positions) !== draft;
}
