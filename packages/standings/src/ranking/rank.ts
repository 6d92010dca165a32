import { createSortColumns, type ReusedColumn } from '../columns/workspace.ts';
import { sortIndices } from './counting-sort.ts';

/** Indices in order of rank, and shared ranks (1, 1, 3) by index. */
export interface Ranking {
  order: Int32Array;
  ranks: Int32Array;
}

/** Points to rank entries by; `earned` in thousandths. */
export interface Totals {
  earned: Int32Array;
  gross: Int32Array;
  unranked: ReadonlySet<number>;
}

/**
 * Ranks entries by earned, then gross points, both descending. Ties share a rank and keep the order of joining. Unranked
 * entries are not in the order and have rank 0.
 * @param into columns for all entries, to fill; previous contents are ignored
 * @param columns to sort in
 */
export function computeRanks(
  { earned, gross, unranked }: Totals,
  into: Ranking,
  columns = createSortColumns(),
): Ranking {
  const { ranks } = into;
  const order = into.order.subarray(0, earned.length - unranked.size);
  order.set(sortByPoints(fillRanked(order, unranked), { earned, gross }, columns));
  ranks.fill(0);
  let rank = 0;
  let ahead = -1;
  for (let place = 0; place < order.length; place += 1) {
    const index = order[place]!;
    const isTied = place > 0 && earned[index] === earned[ahead] && gross[index] === gross[ahead];
    if (!isTied) rank = place + 1;
    ranks[index] = rank;
    ahead = index;
  }
  return { order, ranks };
}

/** As `computeRanks`, with new columns. */
export function rankTotals(totals: Totals): Ranking {
  const { length } = totals.earned;
  return computeRanks(totals, { order: new Int32Array(length), ranks: new Int32Array(length) });
}

function sortByPoints(
  indices: Int32Array,
  { earned, gross }: Omit<Totals, 'unranked'>,
  columns: ReusedColumn,
): Int32Array {
  const byGross = sortIndices(indices, gross, 'desc', columns);
  return hasOneCoefficient({ earned, gross }) ? byGross : sortIndices(byGross, earned, 'desc', columns);
}

/** Returns true if all entries have the same coefficient, so that gross points alone order them: often no wallet has staked. */
function hasOneCoefficient({ earned, gross }: Omit<Totals, 'unranked'>): boolean {
  const first = gross.findIndex((points) => points !== 0);
  const coefficient = first < 0 ? 1 : earned[first]! / gross[first]!;
  if (coefficient <= 0) return false;
  for (let index = 0; index < gross.length; index += 1)
    if (earned[index] !== gross[index]! * coefficient) return false;
  return true;
}

/** Fills the column with the indices of ranked entries. */
function fillRanked(indices: Int32Array, unranked: ReadonlySet<number>): Int32Array {
  let index = 0;
  for (let place = 0; place < indices.length; place += 1) {
    while (unranked.has(index)) index += 1;
    indices[place] = index;
    index += 1;
  }
  return indices;
}
