import { addGameweek, type PointsColumns } from '../scoring/kernel.ts';
import type { EntryTable } from '../standings/entry-table.ts';
import { rank } from '../standings/ranking.ts';

/** The standings that settled gameweeks make, one gameweek after the other. */
export interface SettledRanks {
  /**
   * Adds a gameweek and ranks everybody by all that is settled then.
   * @param coefficients thousandths, by seat index
   * @returns shared ranks by seat index, 0 for who is suspended; null where a gameweek before the last one is settled
   * once more: the sums no longer tell what it brought
   */
  after(gameweek: number, points: PointsColumns, coefficients: Int32Array): Int32Array | null;
}

/** Begins with what the table says is settled. */
export function settledRanks(table: EntryTable): SettledRanks {
  const { count, lastSettled: last, suspended } = table;
  const gross = table.settledPoints.slice(0, count);
  const earned = table.settledEarned.slice(0, count);
  return {
    after(gameweek, { points }, coefficients) {
      if (gameweek === last.gameweek) {
        subtract(gross, last.points);
        subtract(earned, last.earned);
      } else if (table.settled.has(gameweek)) return null;
      addGameweek({ gross, earned }, points, coefficients, count);
      return rank(earned, gross, count, suspended).ranks;
    },
  };
}

function subtract(sums: Int32Array, values: Int32Array): void {
  for (let seat = 0; seat < sums.length; seat += 1) sums[seat]! -= values[seat] ?? 0;
}
