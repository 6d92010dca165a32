import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import { inBlocks, type Pass } from '../scoring/pass.ts';
import type { Workspace } from '../scoring/workspace.ts';
import {
  type Keyed,
  MAX_DIGIT_BITS,
  type Range,
  rangeOf,
  sorted,
  sortedBy,
  sortedFrom,
} from './counting-sort.ts';

/** Order and ranks of whole standings by counting sorts. */

/** Indices in order of standing, and the shared rank (1, 1, 3) by index. */
export interface Ranking {
  order: Int32Array;
  ranks: Int32Array;
}

/**
 * Ranks the first `count` entries: earned descending, then gross descending, then a shared rank; ties keep the order of
 * joining. Unranked entries are not in the order and have rank 0.
 * @param room for so many more entries behind the columns that are returned
 */
export function* rank(
  earned: Int32Array,
  gross: Int32Array,
  count: number,
  unranked: ReadonlySet<number>,
  workspace: Workspace,
  room = 0,
): Pass<Ranking> {
  const indices = yield* rankedIndices(count, unranked, workspace);
  const into: Ranking = {
    order: new Int32Array(indices.length + room).subarray(0, indices.length),
    ranks: new Int32Array(count + room).subarray(0, count),
  };
  const range = yield* rangeOf(indices, gross);
  // Until somebody has staked, gross points alone decide: one counting pass does it.
  if (range.max - range.min < 1 << MAX_DIGIT_BITS && (yield* earnedAsPlayed(indices, earned, gross))) {
    yield* rankByGross(indices, gross, range, into);
    return into;
  }
  const {
    indices: order,
    keys,
    whole,
  } = yield* inOrder({ indices, earned, gross, range }, into.order, workspace);
  let shared = 0;
  yield* inBlocks(order.length, (from, to) => {
    for (let place = from; place < to; place += 1) {
      const index = order[place]!;
      const tied =
        place > 0 && keys[place] === keys[place - 1] && (whole || gross[index] === gross[order[place - 1]!]);
      if (!tied) shared = place + 1;
      into.ranks[index] = shared;
    }
  });
  return into;
}

interface Unordered {
  indices: Int32Array;
  earned: Int32Array;
  gross: Int32Array;
  /** Of `gross`. */
  range: Range;
}

/** By earned, then by gross points. `whole` if the keys hold both, which saves a sort wherever they fit into 32 bits. */
function* inOrder(
  { indices, earned, gross, range }: Unordered,
  into: Int32Array,
  workspace: Workspace,
): Pass<Keyed & { whole: boolean }> {
  const { max, bits } = yield* rangeOf(indices, earned);
  const whole = bits + range.bits <= 32;
  if (!whole && range.bits <= MAX_DIGIT_BITS) {
    const byGross = yield* sortedByGross({ indices, earned, gross, range }, max, workspace);
    return { ...(yield* sortedFrom(byGross, bits, into, workspace)), whole };
  }
  if (!whole) {
    const byGross = yield* sorted(indices, gross, workspace.byGross(indices.length), workspace);
    return { ...(yield* sorted(byGross.indices, earned, into, workspace)), whole };
  }
  const key = (index: number) => ((max - earned[index]!) << range.bits) | (range.max - gross[index]!);
  return { ...(yield* sortedBy(key, bits + range.bits, indices, into, workspace)), whole };
}

/**
 * By gross points, with the keys of earned points: both are read in the order of the entries, while looking the second up for
 * sorted indices would jump through memory.
 */
function* sortedByGross(
  { indices, earned, gross, range }: Unordered,
  maxEarned: number,
  workspace: Workspace,
): Pass<Keyed> {
  const { length } = indices;
  const to: Keyed = { indices: workspace.byGross(length), keys: workspace.sortKeys[0](length) };
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
      to.keys[at] = maxEarned - earned[index]!;
      next[digit] = at + 1;
    }
  });
  return to;
}

/** The indices by key, descending; equal keys keep the order of `indices`. Any 32-bit keys. */
export function* sortDescending(
  indices: Int32Array,
  keys: Int32Array,
  workspace: Workspace,
): Pass<Int32Array> {
  return (yield* sorted(indices, keys, new Int32Array(indices.length), workspace)).indices;
}

function* rankedIndices(
  count: number,
  unranked: ReadonlySet<number>,
  workspace: Workspace,
): Pass<Int32Array> {
  const indices = workspace.indices(count - unranked.size);
  let taken = 0;
  const all = unranked.size === 0;
  yield* inBlocks(count, (from, to) => {
    for (let index = from; index < to; index += 1) if (all || !unranked.has(index)) indices[taken++] = index;
  });
  return indices;
}

/** No coefficient has changed anything: equal points are equal earnings. */
function* earnedAsPlayed(indices: Int32Array, earned: Int32Array, gross: Int32Array): Pass<boolean> {
  let same = true;
  yield* inBlocks(indices.length, (from, to) => {
    for (let place = from; place < to && same; place += 1) {
      const index = indices[place]!;
      same = earned[index] === gross[index]! * COEFFICIENT_ONE;
    }
  });
  return same;
}

/** The rank of an amount of points is the number of entries with more, plus one. */
function* rankByGross(
  indices: Int32Array,
  gross: Int32Array,
  { min, max }: Range,
  { order, ranks }: Ranking,
): Pass<void> {
  const next = new Int32Array(max - min + 2);
  yield* inBlocks(indices.length, (from, to) => {
    for (let place = from; place < to; place += 1) next[max - gross[indices[place]!]! + 1]! += 1;
  });
  for (let key = 1; key < next.length; key += 1) next[key]! += next[key - 1]!;
  const before = next.slice();
  yield* inBlocks(indices.length, (from, to) => {
    for (let place = from; place < to; place += 1) {
      const index = indices[place]!;
      const key = max - gross[index]!;
      order[next[key]!] = index;
      next[key]! += 1;
      ranks[index] = before[key]! + 1;
    }
  });
}
