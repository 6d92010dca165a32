import { type Draft, moveToField, swapWithBench } from '@touchline/rules/draft';
import type { PositionsById } from '@touchline/rules/lineup';
import type { PitchSlot } from '@touchline/ui/Pitch';

/** A draft being arranged by hand; `fixed` are those who keep their place. */
export interface Board {
  draft: Draft;
  positions: PositionsById;
  fixed: ReadonlySet<number>;
}

/** May the picked player go to this place: change with who stands there, or take it when it is empty? */
export function isTarget({ draft, positions, fixed }: Board, picked: number, slot: PitchSlot): boolean {
  const other = slot.player?.id;
  const fromBench = draft.bench.includes(picked);
  if (other === undefined) return fromBench && positions.get(picked) === slot.position;
  if (other === picked || fixed.has(other)) return false;
  const toBench = draft.bench.includes(other);
  if (fromBench && toBench) return positions.get(picked) !== 1 && positions.get(other) !== 1;
  return fromBench !== toBench && positions.get(picked) === positions.get(other);
}

/** The draft after the picked player went to a place that `isTarget`. */
export function moveTo({ draft, positions }: Board, picked: number, slot: PitchSlot): Draft {
  const other = slot.player?.id;
  if (other === undefined) return moveToField(draft, picked, positions, slot.id);
  if (draft.slots.includes(picked)) return swapWithBench(draft, picked, other);
  if (draft.slots.includes(other)) return swapWithBench(draft, other, picked);
  const [from, to] = [draft.bench.indexOf(picked), draft.bench.indexOf(other)];
  return { ...draft, bench: draft.bench.with(from, other).with(to, picked) };
}

/** Is a place of his position empty on the pitch? */
export function hasFreeSlot({ draft, positions }: Board, id: number): boolean {
  return moveToField(draft, id, positions) !== draft;
}
