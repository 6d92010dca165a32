import { inBlocks, type Pass } from '../scoring/pass.ts';
import type { Workspace } from '../scoring/workspace.ts';

/**
 * Counting sorts: linear and stable. Index loops on purpose, and keys travel with their entries, so that every pass but the
 * last reads memory in order.
 */

export const MAX_DIGIT_BITS = 13;

/** Indices in some order, and the key of each place. */
export interface Keyed {
  indices: Int32Array;
  keys: Int32Array;
}

/** `indices` by key, descending, written to `into`, with `max - key` of each place; the next sort overwrites those keys. */
export function* sorted(
  indices: Int32Array,
  keys: Int32Array,
  into: Int32Array,
  workspace: Workspace,
): Pass<Keyed> {
  const { max, bits } = yield* rangeOf(indices, keys);
  return yield* sortedBy((index) => max - keys[index]!, bits, indices, into, workspace);
}

/** `indices` by a key of so many bits, ascending. */
export function* sortedBy(
  keyOf: (index: number) => number,
  bits: number,
  indices: Int32Array,
  into: Int32Array,
  workspace: Workspace,
): Pass<Keyed> {
  const keys = workspace.sortKeys[0](indices.length);
  yield* inBlocks(indices.length, (start, end) => {
    for (let place = start; place < end; place += 1) keys[place] = keyOf(indices[place]!);
  });
  return yield* sortedFrom({ indices, keys }, bits, into, workspace);
}

/** By the keys, which are the first of the workspace. */
export function* sortedFrom(first: Keyed, bits: number, into: Int32Array, workspace: Workspace): Pass<Keyed> {
  const { sortIndices, sortKeys } = workspace;
  const count = first.indices.length;
  const passes = Math.max(1, Math.ceil(bits / MAX_DIGIT_BITS));
  const width = Math.ceil(bits / passes);
  let from = first;
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

export interface Range {
  min: number;
  max: number;
  /** How many the difference of any two needs. */
  bits: number;
}

export function* rangeOf(indices: Int32Array, keys: Int32Array): Pass<Range> {
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
