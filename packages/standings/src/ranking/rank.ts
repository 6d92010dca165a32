import { COEFFICIENT_ONE } from '@touchline/rules/points';
import type { Workspace } from '../columns/workspace.ts';
import {
  buildKeys,
  computeRange,
  countPasses,
  createTurns,
  type Keyed,
  MAX_DIGIT_BITS,
  type Range,
  sortByKeys,
  type Turns,
} from './counting-sort.ts';

/** Orders and ranks whole standings with counting sorts. */

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
 */
export function computeRanks(totals: Totals, workspace: Workspace, into: Ranking): Ranking {
  const { earned, gross, unranked } = totals;
  const ranking = { order: into.order.subarray(0, earned.length - unranked.size), ranks: into.ranks };
  const range = computeRange(gross);
  // While no entry has a coefficient above 1, gross points alone decide: one counting pass is enough.
  if (range.max - range.min < 1 << MAX_DIGIT_BITS && hasNoBoosts(totals)) rankByGross(totals, range, ranking);
  else rankByEarned(totals, range, ranking, workspace);
  for (const index of unranked) into.ranks[index] = 0;
  return ranking;
}

function rankByEarned(totals: Totals, range: Range, { order, ranks }: Ranking, workspace: Workspace): void {
  const { gross } = totals;
  const { keys, whole } = fillOrder(totals, range, { order, ranks }, workspace);
  let shared = 0;
  for (let place = 0; place < order.length; place += 1) {
    const index = order[place]!;
    const tied =
      place > 0 && keys[place] === keys[place - 1] && (whole || gross[index] === gross[order[place - 1]!]);
    if (!tied) shared = place + 1;
    ranks[index] = shared;
  }
}

/**
 * Fills the order by earned, then by gross points. `whole` is true when the 32-bit keys hold both, which saves a sort.
 * The column of ranks is filled last and serves as a buffer of indices until then.
 */
function fillOrder(
  { earned, gross, unranked }: Totals,
  range: Range,
  { order, ranks }: Ranking,
  { sortKeys }: Workspace,
): { keys: Int32Array; whole: boolean } {
  const count = order.length;
  const { max, bits } = computeRange(earned);
  const whole = bits + range.bits <= 32;
  const passes = whole ? countPasses(bits + range.bits) : countPasses(range.bits) + countPasses(bits);
  const indices = createTurns(passes + 1, order, ranks.subarray(0, count));
  const keys = createTurns(passes + 1, sortKeys[0](count), sortKeys[1](count));
  const all = listRanked(earned.length, unranked, indices());
  if (whole) {
    const key = (index: number) => ((max - earned[index]!) << range.bits) | (range.max - gross[index]!);
    const first = buildKeys(all, key, keys());
    return { whole, keys: sortByKeys(first, bits + range.bits, indices, keys).keys };
  }
  const byEarned = (index: number) => max - earned[index]!;
  const byGross =
    range.bits <= MAX_DIGIT_BITS
      ? sortByNarrowGross({ indices: all, gross, range }, byEarned, { indices: indices(), keys: keys() })
      : sortByWideGross({ indices: all, gross, range }, byEarned, indices, keys);
  return { whole, keys: sortByKeys(byGross, bits, indices, keys).keys };
}

interface ByGross {
  indices: Int32Array;
  gross: Int32Array;
  range: Range;
}

/**
 * Sorts by gross points and writes the keys of earned points in the same pass. Both columns are read in order; a lookup by sorted
 * index would access memory randomly.
 */
function sortByNarrowGross(
  { indices, gross, range }: ByGross,
  byEarned: (index: number) => number,
  to: Keyed,
): Keyed {
  const next = new Int32Array(range.max - range.min + 2);
  for (let place = 0; place < indices.length; place += 1) next[range.max - gross[indices[place]!]! + 1]! += 1;
  for (let digit = 1; digit < next.length; digit += 1) next[digit]! += next[digit - 1]!;
  for (let place = 0; place < indices.length; place += 1) {
    const index = indices[place]!;
    const digit = range.max - gross[index]!;
    const at = next[digit]!;
    to.indices[at] = index;
    to.keys[at] = byEarned(index);
    next[digit] = at + 1;
  }
  return to;
}

/** Sorts by gross points whose range is too wide for one pass. */
function sortByWideGross(
  { indices: all, gross, range }: ByGross,
  byEarned: (index: number) => number,
  indices: Turns,
  keys: Turns,
): Keyed {
  const first = buildKeys(all, (index) => range.max - gross[index]!, keys());
  const byGross = sortByKeys(first, range.bits, indices, keys);
  return buildKeys(byGross.indices, byEarned, byGross.keys);
}

function listRanked(count: number, unranked: ReadonlySet<number>, indices: Int32Array): Int32Array {
  let taken = 0;
  const all = unranked.size === 0;
  for (let index = 0; index < count; index += 1) if (all || !unranked.has(index)) indices[taken++] = index;
  return indices;
}

/** Returns true when no coefficient has changed earned points. */
function hasNoBoosts({ earned, gross }: Totals): boolean {
  for (let index = 0; index < gross.length; index += 1)
    if (earned[index] !== gross[index]! * COEFFICIENT_ONE) return false;
  return true;
}

/** Ranks by gross points: a rank is the number of entries with more points, plus one. */
function rankByGross({ gross, unranked }: Totals, { min, max }: Range, { order, ranks }: Ranking): void {
  const all = unranked.size === 0;
  const next = new Int32Array(max - min + 2);
  for (let index = 0; index < gross.length; index += 1)
    if (all || !unranked.has(index)) next[max - gross[index]! + 1]! += 1;
  for (let key = 1; key < next.length; key += 1) next[key]! += next[key - 1]!;
  const before = next.slice();
  for (let index = 0; index < gross.length; index += 1) {
    if (!all && unranked.has(index)) continue;
    const key = max - gross[index]!;
    order[next[key]!] = index;
    next[key]! += 1;
    ranks[index] = before[key]! + 1;
  }
}
