/**
 * Counting sorts: linear and stable. Keys are moved with their indices, so that every pass except the last reads memory in
 * order. Index loops are deliberate.
 */

export const MAX_DIGIT_BITS = 13;

/** Indices in some order, with the key at each place. */
export interface Keyed {
  indices: Int32Array;
  keys: Int32Array;
}

/** Returns two columns alternately: the buffers of a sort. */
export type Turns = () => Int32Array;

/** Creates alternating buffers whose last one is `into`. */
export function createTurns(writes: number, into: Int32Array, spare: Int32Array): Turns {
  let left = writes;
  return () => {
    left -= 1;
    return left % 2 === 0 ? into : spare;
  };
}

/** Counts the passes of a sort by keys of this many bits. */
export const countPasses = (bits: number) => Math.max(1, Math.ceil(bits / MAX_DIGIT_BITS));

/** Computes the key of each index, keeping the order. */
export function buildKeys(indices: Int32Array, keyOf: (index: number) => number, keys: Int32Array): Keyed {
  for (let place = 0; place < indices.length; place += 1) keys[place] = keyOf(indices[place]!);
  return { indices, keys };
}

/** Sorts by keys of this many bits, ascending. Each pass writes to the next buffer of both kinds. */
export function sortByKeys(first: Keyed, bits: number, indices: Turns, keys: Turns): Keyed {
  const passes = countPasses(bits);
  const width = Math.ceil(bits / passes);
  let from = first;
  for (let pass = 0; pass < passes; pass += 1) {
    const to = { indices: indices(), keys: keys() };
    runCountingPass(from, to, pass * width, width);
    from = to;
  }
  return from;
}

export interface Range {
  min: number;
  max: number;
  /** Bits needed for the difference of any two values. */
  bits: number;
}

/** Computes the range of the values; from 0 to 0 without any. */
export function computeRange(values: Int32Array): Range {
  let min = values[0] ?? 0;
  let max = min;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]!;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max, bits: 32 - Math.clz32((max - min) >>> 0) };
}

function runCountingPass(from: Keyed, to: Keyed, shift: number, width: number): void {
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

/** Sorts indices by any 32-bit keys, stably. @param keys by index */
export function sortIndices(indices: Int32Array, keys: Int32Array, order: 'asc' | 'desc'): Int32Array {
  const { length } = indices;
  const { min, max, bits } = computeRange(keys);
  const passes = countPasses(bits);
  const columns = createTurns(passes + 1, new Int32Array(length), new Int32Array(length));
  const keyOf =
    order === 'asc' ? (index: number) => keys[index]! - min : (index: number) => max - keys[index]!;
  const into = createTurns(passes, new Int32Array(length), new Int32Array(length));
  return sortByKeys(buildKeys(indices, keyOf, columns()), bits, into, columns).indices;
}
