import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import { inBlocks, type Pass } from '../scoring/pass.ts';
import type { Workspace } from '../scoring/workspace.ts';
import {
  type Keyed,
  keyed,
  MAX_DIGIT_BITS,
  passesFor,
  type Range,
  rangeOf,
  sortedFrom,
  type Turns,
  turns,
} from './counting-sort.ts';

/** Order and ranks of whole standings by counting sorts. */

/** Indices in order of standing, and the shared rank (1, 1, 3) by index. */
export interface Ranking {
  order: Int32Array;
  ranks: Int32Array;
}

/** Columns for a ranking of so many entries, with room for more behind them. */
export const createRanking = (count: number, room = 0): Ranking => ({
  order: new Int32Array(count + room).subarray(0, count),
  ranks: new Int32Array(count + room).subarray(0, count),
});

/**
 * Ranks entries: earned descending, then gross descending, then a shared rank; ties keep the order of
 * joining. Unranked entries are not in the order and have rank 0.
 * @param into columns that are filled and returned, whatever they hold
 */
export function* computeRanks(
  earned: Int32Array,
  gross: Int32Array,
  unranked: ReadonlySet<number>,
  workspace: Workspace,
  { order: places, ranks }: Ranking = createRanking(earned.length),
): Pass<Ranking> {
  const ranking = { order: places.subarray(0, earned.length - unranked.size), ranks };
  const range = yield* rangeOf(gross);
  // Until somebody has staked, gross points alone decide: one counting pass does it.
  const played = range.max - range.min < 1 << MAX_DIGIT_BITS && (yield* hasNoBoosts(earned, gross));
  if (played) yield* rankByGross(gross, range, unranked, ranking);
  else yield* rankByEarned({ earned, gross, range, unranked }, ranking, workspace);
  for (const index of unranked) ranks[index] = 0;
  return ranking;
}

interface Unordered {
  earned: Int32Array;
  gross: Int32Array;
  /** Of `gross`. */
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
 * Fills the order: by earned, then by gross points. `whole` if the keys hold both, which saves a sort wherever they fit into 32 bits.
 * Ranks come last, so the column is there for the indices until then.
 */
function* fillOrder(
  { earned, gross, range, unranked }: Unordered,
  { order, ranks }: Ranking,
  { sortKeys }: Workspace,
): Pass<{ keys: Int32Array; whole: boolean }> {
  const count = order.length;
  const { max, bits } = yield* rangeOf(earned);
  const whole = bits + range.bits <= 32;
  const passes = whole ? passesFor(bits + range.bits) : passesFor(range.bits) + passesFor(bits);
  const indices = turns(passes + 1, order, ranks.subarray(0, count));
  const keys = turns(passes + 1, sortKeys[0](count), sortKeys[1](count));
  const all = yield* listRanked(earned.length, unranked, indices());
  if (whole) {
    const key = (index: number) => ((max - earned[index]!) << range.bits) | (range.max - gross[index]!);
    const first = yield* keyed(all, key, keys());
    return { whole, keys: (yield* sortedFrom(first, bits + range.bits, indices, keys)).keys };
  }
  const byEarned = (index: number) => max - earned[index]!;
  const byGross =
    range.bits <= MAX_DIGIT_BITS
      ? yield* sortByNarrowGross({ indices: all, gross, range }, byEarned, { indices: indices(), keys: keys() })
      : yield* sortByWideGross({ indices: all, gross, range }, byEarned, indices, keys);
  return { whole, keys: (yield* sortedFrom(byGross, bits, indices, keys)).keys };
}

/**
 * By gross points, with the keys of earned points: both are read in the order of the entries, while looking the second up for
 * sorted indices would jump through memory.
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

/** The same for gross points that are too far apart for one pass. */
function* sortByWideGross(
  { indices: all, gross, range }: Pick<Unordered, 'gross' | 'range'> & { indices: Int32Array },
  byEarned: (index: number) => number,
  indices: Turns,
  keys: Turns,
): Pass<Keyed> {
  const first = yield* keyed(all, (index) => range.max - gross[index]!, keys());
  const byGross = yield* sortedFrom(first, range.bits, indices, keys);
  return yield* keyed(byGross.indices, byEarned, byGross.keys);
}

/** The indices by key, descending; equal keys keep the order of `indices`. Any 32-bit keys. */
export function* sortDescending(
  indices: Int32Array,
  keys: Int32Array,
  { sortIndices, sortKeys }: Workspace,
): Pass<Int32Array> {
  const { length } = indices;
  const { max, bits } = yield* rangeOf(keys);
  const passes = passesFor(bits);
  const columns = turns(passes + 1, sortKeys[0](length), sortKeys[1](length));
  const first = yield* keyed(indices, (index) => max - keys[index]!, columns());
  const into = turns(passes, new Int32Array(length), sortIndices(length));
  return (yield* sortedFrom(first, bits, into, columns)).indices;
}

function* listRanked(count: number, unranked: ReadonlySet<number>, indices: Int32Array): Pass<Int32Array> {
  let taken = 0;
  const all = unranked.size === 0;
  yield* inBlocks(count, (from, to) => {
    for (let index = from; index < to; index += 1) if (all || !unranked.has(index)) indices[taken++] = index;
  });
  return indices;
}

/** No coefficient has changed anything: equal points are equal earnings. */
function* hasNoBoosts(earned: Int32Array, gross: Int32Array): Pass<boolean> {
  let same = true;
  yield* inBlocks(gross.length, (from, to) => {
    for (let index = from; index < to && same; index += 1)
      same = earned[index] === gross[index]! * COEFFICIENT_ONE;
  });
  return same;
}

/** The rank of an amount of points is the number of entries with more, plus one. */
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
