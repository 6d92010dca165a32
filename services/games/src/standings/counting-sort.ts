import { inBlocks, type Pass } from '../scoring/pass.ts';

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

/** Two columns that are written in turn: the memory of a sort. */
export type Turns = () => Int32Array;

/** Turns of which the last is `into`. */
export function turns(writes: number, into: Int32Array, spare: Int32Array): Turns {
  let left = writes;
  return () => {
    left -= 1;
    return left % 2 === 0 ? into : spare;
  };
}

/** How often keys of so many bits are written by a sort. */
export const passesFor = (bits: number) => Math.max(1, Math.ceil(bits / MAX_DIGIT_BITS));

/** Indices with the key of each, in the order they have. */
export function* keyed(indices: Int32Array, keyOf: (index: number) => number, keys: Int32Array): Pass<Keyed> {
  yield* inBlocks(indices.length, (start, end) => {
    for (let place = start; place < end; place += 1) keys[place] = keyOf(indices[place]!);
  });
  return { indices, keys };
}

/** By keys of so many bits, ascending; each pass takes the next turn of both kinds of columns. */
export function* sortedFrom(first: Keyed, bits: number, indices: Turns, keys: Turns): Pass<Keyed> {
  const passes = passesFor(bits);
  const width = Math.ceil(bits / passes);
  let from = first;
  for (let pass = 0; pass < passes; pass += 1) {
    const to = { indices: indices(), keys: keys() };
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

export function* rangeOf(values: Int32Array): Pass<Range> {
  let min = values[0] ?? 0;
  let max = min;
  yield* inBlocks(values.length, (from, to) => {
    let [least, most] = [min, max];
    for (let index = from; index < to; index += 1) {
      const value = values[index]!;
      if (value < least) least = value;
      if (value > most) most = value;
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
