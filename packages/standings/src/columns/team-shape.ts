import type { FormationName } from '@touchline/rules/formations';

/** Positions of a team, packed: numbers of starting DEF, MID and FWD in the lower byte, the outfield bench above. */

/** Packs the positions of the outfield bench into six bits, two each; a forward (4) is stored as 0. The goalkeeper is skipped. */
export function packBenchShape([, first, second, third]: readonly number[]): number {
  return (first! & 3) | ((second! & 3) << 2) | ((third! & 3) << 4);
}

/** @param bench result of `packBenchShape` */
export function packTeamShape(formation: string, bench: number): number {
  const [defenders, midfielders, forwards] = formation.split('-').map(Number) as [number, number, number];
  return defenders | (midfielders << 3) | (forwards << 6) | (bench << 8);
}

/** Unpacks the positions of the bench. */
export const unpackBench = (shape: number): number[] => [
  1,
  ...[8, 10, 12].map((shift) => (shape >> shift) & 3 || 4),
];

/** Unpacks the positions of the fifteen players: the eleven in slot order, then the bench. */
export function unpackPositions(shape: number): number[] {
  const row = (position: number, count: number) => Array<number>(count).fill(position);
  const outfield = [...row(2, shape & 7), ...row(3, (shape >> 3) & 7), ...row(4, (shape >> 6) & 3)];
  return [1, ...outfield, ...unpackBench(shape)];
}

/** Unpacks the formation, such as `3-4-3`. */
export const unpackFormation = (shape: number) =>
  [shape & 7, (shape >> 3) & 7, (shape >> 6) & 3].join('-') as FormationName;
