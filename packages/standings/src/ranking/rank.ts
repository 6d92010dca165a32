import { computeRange, sortIndices } from './counting-sort.ts';

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

/** Bits of a positive key. */
const MAX_KEY_BITS = 31;

/**
 * Ranks entries by earned, then gross points, both descending. Ties share a rank and keep the order of joining. Unranked
 * entries are not in the order and have rank 0.
 * @param into columns for all entries, to fill; previous contents are ignored
 */
export function computeRanks({ earned, gross, unranked }: Totals, into: Ranking): Ranking {
  const { ranks } = into;
  const order = into.order.subarray(0, earned.length - unranked.size);
  order.set(sortByPoints(listRanked(earned.length, unranked), { earned, gross }));
  ranks.fill(0);
  for (let place = 0; place < order.length; place += 1) {
    const index = order[place]!;
    const ahead = order[place - 1]!;
    const isTied = place > 0 && earned[index] === earned[ahead] && gross[index] === gross[ahead];
    ranks[index] = isTied ? ranks[ahead]! : place + 1;
  }
  return { order, ranks };
}

/** As `computeRanks`, with new columns. */
export function rankTotals(totals: Totals): Ranking {
  const { length } = totals.earned;
  return computeRanks(totals, { order: new Int32Array(length), ranks: new Int32Array(length) });
}

function sortByPoints(indices: Int32Array, { earned, gross }: Omit<Totals, 'unranked'>): Int32Array {
  const [high, low] = [computeRange(earned), computeRange(gross)];
  if (high.bits + low.bits > MAX_KEY_BITS)
    return sortIndices(sortIndices(indices, gross, 'desc'), earned, 'desc');
  // A key with both saves a sort.
  const keys = new Int32Array(gross.length);
  for (let index = 0; index < keys.length; index += 1)
    keys[index] = ((earned[index]! - high.min) << low.bits) | (gross[index]! - low.min);
  return sortIndices(indices, keys, 'desc');
}

function listRanked(count: number, unranked: ReadonlySet<number>): Int32Array {
  const ranked = new Int32Array(count - unranked.size);
  let place = 0;
  for (let index = 0; index < count; index += 1) if (!unranked.has(index)) ranked[place++] = index;
  return ranked;
}
