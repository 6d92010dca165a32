import { addAdjustments } from '../adjustments/adjustments.ts';
import { addGameweek } from '../scoring/kernel.ts';
import type { Pass } from '../scoring/pass.ts';
import type { EntryTable } from '../standings/entry-table.ts';
import { computeRanks } from '../standings/ranking.ts';

/** Running ranks over settled gameweeks. */
export interface SettledRanks {
  /**
   * Adds a gameweek and ranks all entries by everything settled up to it.
   * @param coefficients thousandths, by index
   * @returns shared ranks by index, 0 for unranked entries; null when an earlier gameweek is settled again, because its previous
   * points cannot be removed from the sums
   */
  addGameweek(gameweek: number, points: Int32Array, coefficients: Uint16Array): Pass<Int32Array | null>;
}

/** Creates running ranks that start from the settled gameweeks of the table. */
export function createSettledRanks(table: EntryTable): SettledRanks {
  const { count, lastSettled: last, unranked, adjustments, workspace } = table;
  const gross = table.settledPoints.slice(0, count);
  const earned = table.settledEarned.slice(0, count);
  addAdjustments({ gross, earned }, adjustments);
  return {
    *addGameweek(gameweek, points, coefficients) {
      if (gameweek === last.gameweek) {
        subtract(gross, last.points);
        subtract(earned, last.earned);
      } else if (table.settled.has(gameweek)) return null;
      yield* addGameweek({ gross, earned }, points, coefficients);
      return (yield* computeRanks(earned, gross, unranked, workspace)).ranks;
    },
  };
}

function subtract(sums: Int32Array, values: Int32Array): void {
  for (let index = 0; index < sums.length; index += 1) sums[index]! -= values[index] ?? 0;
}
