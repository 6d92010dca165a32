import { DEFAULT_FORMATION, type FormationName, listSlots, type Slot } from './formations.ts';
import { defaultArmbands, type Lineup, type PositionsById } from './lineup.ts';
import { BENCH_SIZE, FIELD_SIZE } from './squad.ts';

/** A team under construction: unlike a `Lineup`, it may have empty slots, a bench of any length and no captain. */
export interface Draft {
  formation: FormationName;
  /** One element per slot of the formation, in slot order; null is an empty slot. */
  slots: readonly (number | null)[];
  /** Priority order, goalkeepers first. */
  bench: readonly number[];
  captain_id: number | null;
  vice_captain_id: number | null;
}

/** Creates a draft without players; also the result of Clear All. */
export function emptyDraft(formation: FormationName = DEFAULT_FORMATION): Draft {
  return {
    formation,
    slots: listSlots(formation).map(() => null),
    bench: [],
    captain_id: null,
    vice_captain_id: null,
  };
}

/** Converts a saved lineup to a draft; `formation` must be one of the seven (`isFormation`). */
export function toDraft(lineup: Lineup & { formation: FormationName }): Draft {
  const { formation, field, bench, captain_id, vice_captain_id } = lineup;
  return { formation, slots: field, bench, captain_id, vice_captain_id };
}

/** Converts a draft to a lineup and fills in missing armbands; null while the field or the bench is not full. */
export function toLineup(draft: Draft): (Lineup & { formation: FormationName }) | null {
  const field = fieldPlayers(draft);
  if (field.length !== FIELD_SIZE || draft.bench.length !== BENCH_SIZE) return null;
  const armbands = defaultArmbands(field, draft.captain_id, draft.vice_captain_id);
  return { formation: draft.formation, field, bench: draft.bench, ...armbands };
}

/** Returns the players on the pitch, in slot order. */
export function fieldPlayers(draft: Draft): number[] {
  return draft.slots.filter((id) => id !== null);
}

/**
 * Places a player in the given slot if it is free and has the right position, otherwise in the first free slot of the
 * position, otherwise on the bench (BUILD-25). A player who is already in the draft moves.
 */
export function placePlayer(draft: Draft, id: number, positions: PositionsById, slotId?: string): Draft {
  const without = removePlayer(draft, id);
  const free = freeSlots(without, positions.get(id));
  const index = free.find((slot) => slot.id === slotId)?.index ?? free[0]?.index;
  if (index === undefined) return { ...without, bench: keepersFirst([...without.bench, id], positions) };
  return keepArmbands(draft, { ...without, slots: without.slots.with(index, id) });
}

/** Removes a player from slot, bench and armbands; the slot stays empty. */
export function removePlayer(draft: Draft, id: number): Draft {
  return keepArmbands(draft, {
    ...draft,
    slots: draft.slots.map((each) => (each === id ? null : each)),
    bench: draft.bench.filter((each) => each !== id),
  });
}

/** Moves a field player to the end of the bench; the slot stays empty (VIEW-10). */
export function moveToBench(draft: Draft, id: number, positions: PositionsById): Draft {
  const without = removePlayer(draft, id);
  return { ...without, bench: keepersFirst([...without.bench, id], positions) };
}

/** Moves a bench player to the given or first free slot of the position; unchanged if none is free (VIEW-10). */
export function moveToField(draft: Draft, id: number, positions: PositionsById, slotId?: string): Draft {
  return freeSlots(draft, positions.get(id)).length === 0 ? draft : placePlayer(draft, id, positions, slotId);
}

/** Moves an outfield bench player one priority up (-1) or down (1) and skips locked players; goalkeepers remain first. */
export function moveOnBench(
  draft: Draft,
  id: number,
  by: -1 | 1,
  positions: PositionsById,
  locked: ReadonlySet<number> = new Set(),
): Draft {
  const from = draft.bench.indexOf(id);
  let to = from + by;
  while (locked.has(draft.bench[to] ?? 0)) to += by;
  const other = draft.bench[to];
  if (from === -1 || other === undefined || locked.has(id)) return draft;
  const bench = draft.bench.with(to, id).with(from, other);
  return { ...draft, bench: keepersFirst(bench, positions) };
}

/** Swaps a field and a bench player; a player who leaves the field loses the armband. */
export function swapWithBench(draft: Draft, field: number, bench: number): Draft {
  const at = draft.slots.indexOf(field);
  const place = draft.bench.indexOf(bench);
  if (at === -1 || place === -1) return draft;
  return keepArmbands(draft, {
    ...draft,
    slots: draft.slots.with(at, bench),
    bench: draft.bench.with(place, field),
  });
}

/** Gives an armband to a field player, or removes it with null. If the player has the other armband, the two are swapped. */
export function giveArmband(draft: Draft, band: 'captain_id' | 'vice_captain_id', id: number | null): Draft {
  if (id !== null && !draft.slots.includes(id)) return draft;
  const other = band === 'captain_id' ? 'vice_captain_id' : 'captain_id';
  const moved = draft[other] === id && id !== null ? draft[band] : draft[other];
  return { ...draft, [band]: id, [other]: moved };
}

/**
 * Gives missing armbands to the best outfield starters; a goalkeeper wears one only if the user chose it.
 * @param merit all players of the draft, best first
 */
export function proposeArmbands(draft: Draft, merit: readonly number[], positions: PositionsById): Draft {
  const field = fieldPlayers(draft);
  const free = merit.filter((id) => field.includes(id) && positions.get(id) !== 1 && !isWorn(draft, id));
  const captain_id = draft.captain_id ?? free.shift() ?? null;
  return { ...draft, captain_id, vice_captain_id: draft.vice_captain_id ?? free.shift() ?? null };
}

const isWorn = ({ captain_id, vice_captain_id }: Draft, id: number) =>
  id === captain_id || id === vice_captain_id;

/**
 * Changes the formation. Players who fit remain on the field, the others go to the bench, and free slots are filled from the
 * bench in order (BUILD-26, VIEW-14). Locked players leave the field last and never leave the bench. If a locked player has to
 * leave the field, the server rejects the lineup.
 */
export function changeFormation(
  draft: Draft,
  formation: FormationName,
  positions: PositionsById,
  locked: ReadonlySet<number> = new Set(),
): Draft {
  const staying = fieldPlayers(draft);
  const placed: number[] = [];
  const slots = listSlots(formation);
  for (const position of [1, 2, 3, 4] as const) {
    const capacity = slots.filter((slot) => slot.position === position).length;
    const candidates = staying.filter((id) => positions.get(id) === position);
    const first = [...candidates]
      .sort((a, b) => Number(locked.has(b)) - Number(locked.has(a)))
      .slice(0, capacity);
    placed.push(...candidates.filter((id) => first.includes(id)));
  }
  const benched = staying.filter((id) => !placed.includes(id));
  const reshaped: Draft = {
    ...autoFill(placed, formation, positions),
    bench: keepersFirst([...draft.bench, ...benched], positions),
  };
  return keepArmbands(draft, fillFreeSlots(reshaped, positions, new Set([...locked, ...benched])));
}

/** Fills empty slots from the bench, in order, without the players in `except`. */
export function fillFreeSlots(
  draft: Draft,
  positions: PositionsById,
  except: ReadonlySet<number> = new Set(),
): Draft {
  return draft.bench
    .filter((id) => !except.has(id))
    .reduce((filled, id) => moveToField(filled, id, positions), draft);
}

/** Creates a draft: each player, in list order, goes to the first free slot of the position, otherwise to the bench (VIEW-14). */
export function autoFill(
  players: readonly number[],
  formation: FormationName,
  positions: PositionsById,
): Draft {
  return players.reduce((draft, id) => placePlayer(draft, id, positions), emptyDraft(formation));
}

/**
 * Orders the bench: locked players keep their index in `saved` (game rules 2), and the others fill the remaining places in
 * order.
 */
export function keepLockedBench(
  bench: readonly number[],
  saved: readonly number[],
  locked: ReadonlySet<number>,
): number[] {
  const stays = (id: number | undefined) => id !== undefined && locked.has(id) && bench.includes(id);
  const others = bench.filter((id) => !(locked.has(id) && saved.includes(id)));
  const ordered: number[] = [];
  for (let index = 0; index < bench.length; index += 1) {
    const id = stays(saved[index]) ? saved[index] : others.shift();
    if (id !== undefined) ordered.push(id);
  }
  return ordered;
}

function freeSlots(draft: Draft, position: number | undefined): (Slot & { index: number })[] {
  return listSlots(draft.formation)
    .map((slot, index) => ({ ...slot, index }))
    .filter((slot) => slot.position === position && draft.slots[slot.index] === null);
}

/** Keeps the armbands of `before` whose wearers are still on the field of `after`. */
function keepArmbands(before: Draft, after: Draft): Draft {
  const stays = (id: number | null) => (id !== null && after.slots.includes(id) ? id : null);
  return {
    ...after,
    captain_id: stays(before.captain_id),
    vice_captain_id: stays(before.vice_captain_id),
  };
}

function keepersFirst(bench: readonly number[], positions: PositionsById): number[] {
  return [...bench.filter((id) => positions.get(id) === 1), ...bench.filter((id) => positions.get(id) !== 1)];
}
