import type { Leaderboard } from '@touchline/api/http/leaderboard';
import { COEFFICIENT_ONE } from '@touchline/rules/earned';

const MAX_BARS = 20;

interface Ranked {
  /** Indices, best first. */
  order: Int32Array;
  /** Thousandths by index. */
  earned: Int32Array;
}

/** How earned points are spread, in at most twenty bars of a round width. Looks at few entries, as they are in order. */
export function distributionOf({ order, earned }: Ranked): Leaderboard['distribution'] {
  if (order.length === 0) return [];
  const best = earned[order[0]!]! / COEFFICIENT_ONE;
  const least = earned[order.at(-1)!]! / COEFFICIENT_ONE;
  const width = barWidth(least, best);
  const first = Math.floor(least / width);
  const bars = Math.floor(best / width) - first + 1;
  return Array.from({ length: bars }, (_, bar) => {
    const [from, to] = [(first + bar) * width, (first + bar + 1) * width];
    return { from, to, players: withAtLeast(from, { order, earned }) - withAtLeast(to, { order, earned }) };
  });
}

/** How many have so many points or more. */
function withAtLeast(points: number, { order, earned }: Ranked): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (earned[order[middle]!]! >= points * COEFFICIENT_ONE) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** 1, 2, 5, 10, 20, 50 ... points: the narrowest that needs no more bars than allowed. */
function barWidth(least: number, best: number): number {
  for (let power = 1; ; power *= 10)
    for (const digit of [1, 2, 5]) {
      const width = digit * power;
      if (Math.floor(best / width) - Math.floor(least / width) < MAX_BARS) return width;
    }
}
