import { COEFFICIENT_ONE } from '@touchline/rules/points';
import type { Bar } from '../standings.ts';

const MAX_BARS = 20;

interface Ranked {
  /** Indices, best first. */
  order: Int32Array;
  /** Thousandths by index. */
  earned: Int32Array;
}

/** Computes the distribution of earned points in up to `MAX_BARS` bars of a round width. Uses binary search on the order. */
export function computeDistribution({ order, earned }: Ranked): Bar[] {
  if (order.length === 0) return [];
  const best = earned[order[0]!]! / COEFFICIENT_ONE;
  const least = earned[order.at(-1)!]! / COEFFICIENT_ONE;
  const width = chooseBarWidth(least, best);
  const first = Math.floor(least / width);
  const bars = Math.floor(best / width) - first + 1;
  return Array.from({ length: bars }, (_, bar) => {
    const [from, to] = [(first + bar) * width, (first + bar + 1) * width];
    return { from, to, players: countAtLeast(from, { order, earned }) - countAtLeast(to, { order, earned }) };
  });
}

/** Counts the entries with at least this many points. */
function countAtLeast(points: number, { order, earned }: Ranked): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (earned[order[middle]!]! >= points * COEFFICIENT_ONE) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Chooses the narrowest width of 1, 2, 5, 10, 20, 50 ... points that needs no more than `MAX_BARS` bars. */
function chooseBarWidth(least: number, best: number): number {
  for (let power = 1; ; power *= 10)
    for (const digit of [1, 2, 5]) {
      const width = digit * power;
      if (Math.floor(best / width) - Math.floor(least / width) < MAX_BARS) return width;
    }
}
