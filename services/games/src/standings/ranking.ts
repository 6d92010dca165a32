import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import { inBlocks, type Pass } from '../scoring/pass.ts';
import type { Workspace } from '../scoring/workspace.ts';
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

/** Creates the columns of a ranking, with spare capacity after them. */
export const createRanking = (count: number, room = 0): Ranking => ({
  order: new Int32Array(count + room).subarray(0, count),
  ranks: new Int32Array(count + room).subarray(0, count),
});

/**
 * Ranks entries by earned, then gross points, both descending. Ties share a rank and keep the order of joining. Unranked
 * entries are not in the order and have rank 0.
 * @param into columns to fill and return; previous contents are ignored
 */
export function* computeRanks(
  earned: Int32Array,
  gross: Int32Array,
  unranked: ReadonlySet<number>,
  workspace: Workspace,
  { order: places, ranks }: Ranking = createRanking(earned.length),
): Pass<Ranking> {
  const ranking = { order: places.subarray(0, earned.length - unranked.size), ranks };
  const range = yield* computeRange(gross);
  // While no entry has a coefficient above 1, gross points alone decide: one counting pass is enough.
  const played = range.max - range.min < 1 << MAX_DIGIT_BITS && (yield* hasNoBoosts(earned, gross));
  if (played) yield* rankByGross(gross, range, unranked, ranking);
  else yield* rankByEarned({ earned, gross, range, unranked }, ranking, workspace);
  for (const index of unranked) ranks[index] = 0;
  return ranking;
}

interface Unordered {
  earned: Int32Array;
  gross: Int32Array;
  /** Range of `gross`. */
  range: Range;
  unranked: ReadonlySet<number>;
}

function* rankByEarned(from: Unordered, into: Ranking, workspace: Workspace): Pass<void> {
  const { gross } = from;
  const { order, ranks } = into;
  const { keys, whole } = yield* fillOrder(from, into, workspace);
  let shared = 0;
  yield* inBlocks(order.length, (from, to) => {
    for (let place = from; place < to; place += 1) {
      const index = order[place]!;
      const tied =
        place > 0 && keys[place] === keys[place - 1] && (whole || gross[index] === gross[order[place - 1]!]);
      if (!tied) shared = place + 1;
      ranks[index] = shared;
    }
  });
}

/**
 * Fills the order by earned, then by gross points. `whole` is true when the 32-bit keys hold both, which saves a sort.
 * The column of ranks is filled last and serves as a buffer of indices until then.
 */
function* fillOrder(
  { earned, gross, range, unranked }: Unordered,
  { order, ranks }: Ranking,
  { sortKeys }: Workspace,
): Pass<{ keys: Int32Array; whole: boolean }> {
  const count = order.length;
  const { max, bits } = yield* computeRange(earned);
  const whole = bits + range.bits <= 32;
  const passes = whole ? countPasses(bits + range.bits) : countPasses(range.bits) + countPasses(bits);
  const indices = createTurns(passes + 1, order, ranks.subarray(0, count));
  const keys = createTurns(passes + 1, sortKeys[0](count), sortKeys[1](count));
  const all = yield* listRanked(earned.length, unranked, indices());
  if (whole) {
    const key = (index: number) => ((max - earned[index]!) << range.bits) | (range.max - gross[index]!);
    const first = yield* buildKeys(all, key, keys());
    return { whole, keys: (yield* sortByKeys(first, bits + range.bits, indices, keys)).keys };
  }
  const byEarned = (index: number) => max - earned[index]!;
  const byGross =
    range.bits <= MAX_DIGIT_BITS
      ? yield* sortByNarrowGross({ indices: all, gross, range }, byEarned, {
          indices: indices(),
          keys: keys(),
        })
      : yield* sortByWideGross({ indices: all, gross, range }, byEarned, indices, keys);
  return { whole, keys: (yield* sortByKeys(byGross, bits, indices, keys)).keys };
}

/**
 * Sorts by gross points and writes the keys of earned points in the same pass. Both columns are read in order; a lookup by sorted
 * index would access memory randomly.
 */
function* sortByNarrowGross(
  { indices, gross, range }: Pick<Unordered, 'gross' | 'range'> & { indices: Int32Array },
  byEarned: (index: number) => number,
  to: Keyed,
): Pass<Keyed> {
  const { length } = indices;
  const next = new Int32Array(range.max - range.min + 2);
  yield* inBlocks(length, (start, end) => {
    for (let place = start; place < end; place += 1) next[range.max - gross[indices[place]!]! + 1]! += 1;
  });
  for (let digit = 1; digit < next.length; digit += 1) next[digit]! += next[digit - 1]!;
  yield* inBlocks(length, (start, end) => {
    for (let place = start; place < end; place += 1) {
      const index = indices[place]!;
      const digit = range.max - gross[index]!;
      const at = next[digit]!;
      to.indices[at] = index;
      to.keys[at] = byEarned(index);
      next[digit] = at + 1;
    }
  });
  return to;
}

/** Sorts by gross points whose range is too wide for one pass. */
function* sortByWideGross(
  { indices: all, gross, range }: Pick<Unordered, 'gross' | 'range'> & { indices: Int32Array },
  byEarned: (index: number) => number,
  indices: Turns,
  keys: Turns,
): Pass<Keyed> {
  const first = yield* buildKeys(all, (index) => range.max - gross[index]!, keys());
  const byGross = yield* sortByKeys(first, range.bits, indices, keys);
  return yield* buildKeys(byGross.indices, byEarned, byGross.keys);
}

/** Sorts indices by any 32-bit keys, descending; equal keys keep the order of `indices`. */
export function* sortDescending(
  indices: Int32Array,
  keys: Int32Array,
  { sortIndices, sortKeys }: Workspace,
): Pass<Int32Array> {
  const { length } = indices;
  const { max, bits } = yield* computeRange(keys);
  const passes = countPasses(bits);
  const columns = createTurns(passes + 1, sortKeys[0](length), sortKeys[1](length));
  const first = yield* buildKeys(indices, (index) => max - keys[index]!, columns());
  const into = createTurns(passes, new Int32Array(length), sortIndices(length));
  return (yield* sortByKeys(first, bits, into, columns)).indices;
}

function* listRanked(count: number, unranked: ReadonlySet<number>, indices: Int32Array): Pass<Int32Array> {
  let taken = 0;
  const all = unranked.size === 0;
  yield* inBlocks(count, (from, to) => {
    for (let index = from; index < to; index += 1) if (all || !unranked.has(index)) indices[taken++] = index;
  });
  return indices;
}

/** Returns true when no coefficient has changed earned points. */
function* hasNoBoosts(earned: Int32Array, gross: Int32Array): Pass<boolean> {
  let same = true;
  yield* inBlocks(gross.length, (from, to) => {
    for (let index = from; index < to && same; index += 1)
      same = earned[index] === gross[index]! * COEFFICIENT_ONE;
  });
  return same;
}

/** Ranks by gross points: a rank is the number of entries with more points, plus one. */
function* rankByGross(
  gross: Int32Array,
  { min, max }: Range,
  unranked: ReadonlySet<number>,
  { order, ranks }: Ranking,
): Pass<void> {
  const all = unranked.size === 0;
  const next = new Int32Array(max - min + 2);
  yield* inBlocks(gross.length, (from, to) => {
    for (let index = from; index < to; index += 1)
      if (all || !unranked.has(index)) next[max - gross[index]! + 1]! += 1;
  });
  for (let key = 1; key < next.length; key += 1) next[key]! += next[key - 1]!;
  const before = next.slice();
  yield* inBlocks(gross.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      if (!all && unranked.has(index)) continue;
      const key = max - gross[index]!;
      order[next[key]!] = index;
      next[key]! += 1;
      ranks[index] = before[key]! + 1;
    }
  });
}
