import { COEFFICIENT_ONE } from '@touchline/rules/earned';
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
 */
export function rank(
  earned: Int32Array,
  gross: Int32Array,
  count: number,
  unranked: ReadonlySet<number>,
  workspace: Workspace,
): Ranking {
  const indices = rankedIndices(count, unranked, workspace);
  const [min, max] = range(indices, gross);
  // Until somebody has staked, gross points alone decide: one counting pass does it.
  if (max - min < 1 << MAX_DIGIT_BITS && earnedAsPlayed(indices, earned, gross))
    return rankByGross(indices, gross, min, max, count);
  const ranks = new Int32Array(count);
  const byGross = sorted(indices, gross, workspace.byGross(indices.length), workspace).indices;
  const { indices: order, keys } = sorted(byGross, earned, new Int32Array(indices.length), workspace);
  let shared = 0;
  for (let place = 0; place < order.length; place += 1) {
    const index = order[place]!;
    const tied = place > 0 && keys[place] === keys[place - 1] && gross[index] === gross[order[place - 1]!];
    if (!tied) shared = place + 1;
    ranks[index] = shared;
  }
  return { order, ranks };
}

/** The indices by key, descending; equal keys keep the order of `indices`. Any 32-bit keys. */
export function sortDescending(indices: Int32Array, keys: Int32Array, workspace: Workspace): Int32Array {
  return sorted(indices, keys, new Int32Array(indices.length), workspace).indices;
}

function rankedIndices(count: number, unranked: ReadonlySet<number>, workspace: Workspace): Int32Array {
  const indices = workspace.indices(count - unranked.size);
  let taken = 0;
  const all = unranked.size === 0;
  for (let index = 0; index < count; index += 1) if (all || !unranked.has(index)) indices[taken++] = index;
  return indices;
}

/** No coefficient has changed anything: equal points are equal earnings. */
function earnedAsPlayed(indices: Int32Array, earned: Int32Array, gross: Int32Array): boolean {
  for (let place = 0; place < indices.length; place += 1) {
    const index = indices[place]!;
    if (earned[index] !== gross[index]! * COEFFICIENT_ONE) return false;
  }
  return true;
}

/** The rank of an amount of points is the number of entries with more, plus one. */
function rankByGross(
  indices: Int32Array,
  gross: Int32Array,
  min: number,
  max: number,
  count: number,
): Ranking {
  const next = new Int32Array(max - min + 2);
  for (let place = 0; place < indices.length; place += 1) next[max - gross[indices[place]!]! + 1]! += 1;
  for (let key = 1; key < next.length; key += 1) next[key]! += next[key - 1]!;
  const before = next.slice();
  const order = new Int32Array(indices.length);
  const ranks = new Int32Array(count);
  for (let place = 0; place < indices.length; place += 1) {
    const index = indices[place]!;
    const key = max - gross[index]!;
    order[next[key]!] = index;
    next[key]! += 1;
    ranks[index] = before[key]! + 1;
  }
  return { order, ranks };
}

/** Indices in some order, and the key of each place. */
interface Keyed {
  indices: Int32Array;
  keys: Int32Array;
}

/** `indices` by key, descending, written to `into`, with `max - key` of each place; the next sort overwrites those keys. */
function sorted(indices: Int32Array, keys: Int32Array, into: Int32Array, workspace: Workspace): Keyed {
  const { sortIndices, sortKeys } = workspace;
  const count = indices.length;
  const [min, max] = range(indices, keys);
  const bits = 32 - Math.clz32((max - min) >>> 0);
  const passes = Math.max(1, Math.ceil(bits / MAX_DIGIT_BITS));
  const width = Math.ceil(bits / passes);
  let from: Keyed = { indices, keys: sortKeys[0](count) };
  for (let place = 0; place < count; place += 1) from.keys[place] = max - keys[indices[place]!]!;
  for (let pass = 0; pass < passes; pass += 1) {
    const [even, odd] = pass % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    const to = {
      indices: pass === passes - 1 ? into : sortIndices[even](count),
      keys: sortKeys[odd](count),
    };
    countingPass(from, to, pass * width, width);
    from = to;
  }
  return from;
}

function range(indices: Int32Array, keys: Int32Array): [min: number, max: number] {
  let min = indices.length === 0 ? 0 : keys[indices[0]!]!;
  let max = min;
  for (let place = 0; place < indices.length; place += 1) {
    const key = keys[indices[place]!]!;
    if (key < min) min = key;
    if (key > max) max = key;
  }
  return [min, max];
}

function countingPass(from: Keyed, to: Keyed, shift: number, width: number): void {
  const { indices, keys } = from;
  const { indices: indicesTo, keys: keysTo } = to;
  const digits = 1 << width;
  const mask = digits - 1;
  const starts = new Int32Array(digits + 1);
  for (let place = 0; place < indices.length; place += 1) starts[((keys[place]! >>> shift) & mask) + 1]! += 1;
  for (let digit = 0; digit < digits; digit += 1) starts[digit + 1]! += starts[digit]!;
  for (let place = 0; place < indices.length; place += 1) {
    const key = keys[place]!;
    const digit = (key >>> shift) & mask;
    const at = starts[digit]!;
    indicesTo[at] = indices[place]!;
    keysTo[at] = key;
    starts[digit] = at + 1;
  }
}
