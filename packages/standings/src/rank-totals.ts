import { Workspace } from './columns/workspace.ts';
import { computeRanks, type Ranking, type Totals } from './ranking/rank.ts';

export { parseIntegers, parseTimes } from './columns/packed.ts';
export type { Ranking, Totals };

/** Ranks totals that are not those of the engine, with new buffers (game rules 3.15); see `computeRanks`. */
export function rankTotals(totals: Totals): Ranking {
  const { length } = totals.earned;
  return computeRanks(totals, new Workspace(), {
    order: new Int32Array(length),
    ranks: new Int32Array(length),
  });
}
