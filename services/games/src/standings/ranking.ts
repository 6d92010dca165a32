import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import { inBlocks, type Pass } from '../scoring/pass.ts';
import type { Workspace } from '../scoring/workspace.ts';

/**
 * Order and ranks of whole standings by counting sorts: linear and stable. Index loops on purpose, and keys travel with
 * their entries, so that every pass but the last reads memory in order.
 */

const MAX_DIGIT_BITS = 13;

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
  if (!whole) {
    const byGross = yield* sorted(indices, gross, workspace.byGross(indices.length), workspace);
    return { ...(yield* sorted(byGross.indices, earned, into, workspace)), whole };
  }
  const key = (index: number) => ((max - earned[index]!) << range.bits) | (range.max - gross[index]!);
  return { ...(yield* sortedBy(key, bits + range.bits, indices, into, workspace)), whole };
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

/** Indices in some order, and the key of each place. */
interface Keyed {
  indices: Int32Array;
  keys: Int32Array;
}

/** `indices` by key, descending, written to `into`, with `max - key` of each place; the next sort overwrites those keys. */
function* sorted(indices: Int32Array, keys: Int32Array, into: Int32Array, workspace: Workspace): Pass<Keyed> {
  const { max, bits } = yield* rangeOf(indices, keys);
  return yield* sortedBy((index) => max - keys[index]!, bits, indices, into, workspace);
}

/** `indices` by a key of so many bits, ascending. */
function* sortedBy(
  keyOf: (index: number) => number,
  bits: number,
  indices: Int32Array,
  into: Int32Array,
  workspace: Workspace,
): Pass<Keyed> {
  const { sortIndices, sortKeys } = workspace;
  const count = indices.length;
  const passes = Math.max(1, Math.ceil(bits / MAX_DIGIT_BITS));
  const width = Math.ceil(bits / passes);
  let from: Keyed = { indices, keys: sortKeys[0](count) };
  const first = from.keys;
  yield* inBlocks(count, (start, end) => {
    for (let place = start; place < end; place += 1) first[place] = keyOf(indices[place]!);
  });
  for (let pass = 0; pass < passes; pass += 1) {
    const [even, odd] = pass % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    const to = {
      indices: pass === passes - 1 ? into : sortIndices[even](count),
      keys: sortKeys[odd](count),
    };
    yield* countingPass(from, to, pass * width, width);
    from = to;
  }
  return from;
}

interface Range {
  min: number;
  max: number;
  /** How many the difference of any two needs. */
  bits: number;
}

function* rangeOf(indices: Int32Array, keys: Int32Array): Pass<Range> {
  let min = indices.length === 0 ? 0 : keys[indices[0]!]!;
  let max = min;
  yield* inBlocks(indices.length, (from, to) => {
    let [least, most] = [min, max];
    for (let place = from; place < to; place += 1) {
      const key = keys[indices[place]!]!;
      if (key < least) least = key;
      if (key > most) most = key;
    }
    [min, max] = [least, most];
  });
  return { min, max, bits: 32 - Math.clz32((max - min) >>> 0) };
}

function* countingPass(from: Keyed, to: Keyed, shift: number, width: number): Pass<void> {
  const { indices, keys } = from;
  const { indices: indicesTo, keys: keysTo } = to;
  const digits = 1 << width;
  const mask = digits - 1;
  const starts = new Int32Array(digits + 1);
  yield* inBlocks(indices.length, (first, end) => {
    for (let place = first; place < end; place += 1) starts[((keys[place]! >>> shift) & mask) + 1]! += 1;
  });
  for (let digit = 0; digit < digits; digit += 1) starts[digit + 1]! += starts[digit]!;
  yield* inBlocks(indices.length, (first, end) => {
    for (let place = first; place < end; place += 1) {
      const key = keys[place]!;
      const digit = (key >>> shift) & mask;
      const at = starts[digit]!;
      indicesTo[at] = indices[place]!;
      keysTo[at] = key;
      starts[digit] = at + 1;
    }
  });
}
