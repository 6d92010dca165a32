import type { Leaderboard } from '@touchline/api/http/leaderboard';
import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import { inBlocks, type Pass } from '../scoring/pass.ts';

const MAX_BARS = 20;

/** How earned points are spread, in at most twenty bars of a round width; one pass over all entries. */
export function* distributionOf({
  order,
  earned,
}: {
  /** Indices, best first. */
  order: Int32Array;
  /** Thousandths by index. */
  earned: Int32Array;
}): Pass<Leaderboard['distribution']> {
  if (order.length === 0) return [];
  const best = earned[order[0]!]! / COEFFICIENT_ONE;
  const least = earned[order.at(-1)!]! / COEFFICIENT_ONE;
  const width = barWidth(least, best);
  const from = Math.floor(least / width);
  const players = new Int32Array(Math.floor(best / width) - from + 1);
  yield* inBlocks(order.length, (first, end) => {
    for (let place = first; place < end; place += 1)
      players[Math.floor(earned[order[place]!]! / (COEFFICIENT_ONE * width)) - from]! += 1;
  });
  return Array.from(players, (count, bar) => ({
    from: (from + bar) * width,
    to: (from + bar + 1) * width,
    players: count,
  }));
}

/** 1, 2, 5, 10, 20, 50 ... points: the narrowest that needs no more bars than allowed. */
function barWidth(least: number, best: number): number {
  for (let power = 1; ; power *= 10)
    for (const digit of [1, 2, 5]) {
      const width = digit * power;
      if (Math.floor(best / width) - Math.floor(least / width) < MAX_BARS) return width;
    }
}
