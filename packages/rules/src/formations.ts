/** Distribution of the ten outfield starters; `id` and `name` are the same text, e.g. `3-4-3`. */
export interface Formation {
  id: FormationName;
  name: FormationName;
  defenders: number;
  midfielders: number;
  forwards: number;
}

export type FormationName = '3-4-3' | '3-5-2' | '4-3-3' | '4-4-2' | '4-5-1' | '5-3-2' | '5-4-1';

const parseFormation = (name: FormationName): Formation => {
  const [defenders, midfielders, forwards] = name.split('-').map(Number) as [number, number, number];
  return { id: name, name, defenders, midfielders, forwards };
};

/** The seven formations (CONST-05). */
export const FORMATIONS: readonly Formation[] = (
  ['3-4-3', '3-5-2', '4-3-3', '4-4-2', '4-5-1', '5-3-2', '5-4-1'] as const
).map(parseFormation);

export const DEFAULT_FORMATION: FormationName = '3-4-3';

const BY_NAME: ReadonlyMap<string, Formation> = new Map(FORMATIONS.map((each) => [each.name, each]));

/** Reports whether this is the name of one of the seven formations. */
export function isFormation(name: string): name is FormationName {
  return BY_NAME.has(name);
}

/** Finds a formation by name; null if it is not one of the seven. */
export function formationByName(name: string): Formation | null {
  return BY_NAME.get(name) ?? null;
}

/** Finds a formation by its counts; null if they match none of the seven. */
export function findFormation(counts: {
  defenders: number;
  midfielders: number;
  forwards: number;
}): Formation | null {
  return formationByName(`${counts.defenders}-${counts.midfielders}-${counts.forwards}`);
}

/** A place on the pitch: `gk-1`, `def-1` ... `fwd-3` (BUILD-20). */
export interface Slot {
  id: string;
  position: 1 | 2 | 3 | 4;
}

/** Lists the eleven slots of a formation in slot order: GK, DEF, MID, FWD. */
export function listSlots(name: FormationName): Slot[] {
  const { defenders, midfielders, forwards } = BY_NAME.get(name)!;
  return [
    ...buildRow('gk', 1, 1),
    ...buildRow('def', 2, defenders),
    ...buildRow('mid', 3, midfielders),
    ...buildRow('fwd', 4, forwards),
  ];
}

function buildRow(prefix: string, position: Slot['position'], count: number): Slot[] {
  return Array.from({ length: count }, (_, index) => ({ id: `${prefix}-${index + 1}`, position }));
}
