/** Width of the goal line relative to the near end of the pitch. */
const FAR_SCALE = 0.83;
/** Visible length in metres, from the goal line to slightly beyond halfway. */
const VIEW_LENGTH = 60;
const VIEW_HALF_WIDTH = 37;
const GOAL_LINE = 3.2;

export interface Point {
  x: number;
  y: number;
}

/** Projects a spot on the pitch to percent of the image: `across` metres from the middle, `deep` metres from the goal line. */
export function project(across: number, deep: number): Point {
  const v = (deep + GOAL_LINE) / (VIEW_LENGTH + GOAL_LINE);
  const scale = 1 / ((1 - v) / FAR_SCALE + v);
  return {
    x: 50 + (across / VIEW_HALF_WIDTH) * 50 * scale,
    y: ((scale - FAR_SCALE) / (1 - FAR_SCALE)) * 100,
  };
}

/** Builds an SVG path through spots on the pitch, in metres. */
export function buildPath(spots: readonly (readonly [number, number])[], close = false): string {
  const points = spots.map(([across, deep]) => project(across, deep));
  return `M${points.map(({ x, y }) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}${close ? 'Z' : ''}`;
}

/** Spots on a circle in metres, between two angles in degrees. Angle 0 points along the goal line. */
export function buildArc(deep: number, radius: number, from: number, to: number): [number, number][] {
  const steps = 40;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180;
    return [radius * Math.cos(angle), deep + radius * Math.sin(angle)];
  });
}

/** Distance between adjacent players in percent of the near end's width, by the number of players in the row. */
const SPREAD = [0, 0, 32, 28, 23.5, 19.6];
/** Bottom of each row's shirts in percent of the image, and the relative width of the pitch at that height. */
const ROWS = [
  { y: 14, scale: 0.86 },
  { y: 38.5, scale: 0.91 },
  { y: 63, scale: 0.96 },
  { y: 87.5, scale: 1 },
] as const;

/** Position of player `index` of `count` in a row, in percent of the image. Row 0 contains the goalkeeper. */
export function getPosition(row: number, index: number, count: number): Point {
  const { y, scale } = ROWS[row] ?? ROWS[3];
  const step = SPREAD[count] ?? 98 / count;
  return { x: 50 + (index - (count - 1) / 2) * step * scale, y };
}

/**
 * Finds the slot to which a key moves the focus from `id`. Left and right stay within the row. Up and down move to the nearest slot
 * of the next row with players. Home and End move to the first and last slot. Rows are ordered from goalkeeper to forwards.
 * Returns null at the edge.
 */
export function findAdjacentSlot(
  rows: readonly (readonly string[])[],
  id: string,
  key: string,
): string | null {
  const filled = rows.filter((row) => row.length > 0);
  const at = filled.findIndex((row) => row.includes(id));
  const row = filled[at];
  if (!row) return null;
  const index = row.indexOf(id);
  if (key === 'Home') return filled[0]?.[0] ?? null;
  if (key === 'End') return filled.at(-1)?.at(-1) ?? null;
  if (key === 'ArrowLeft') return row[index - 1] ?? null;
  if (key === 'ArrowRight') return row[index + 1] ?? null;
  const next = key === 'ArrowUp' ? filled[at - 1] : key === 'ArrowDown' ? filled[at + 1] : undefined;
  if (!next) return null;
  const x = getPosition(1, index, row.length).x;
  const distance = (other: number) => Math.abs(getPosition(1, other, next.length).x - x);
  const nearest = next.reduce((best, _, other) => (distance(other) < distance(best) ? other : best), 0);
  return next[nearest] ?? null;
}
