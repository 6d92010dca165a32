import { createSortColumns } from '../columns/workspace.ts';

/** Indices in some order, with the key at each place: moved together, so that every pass reads memory in order. */
interface Keyed {
  indices: Int32Array;
  keys: Int32Array;
}

/** Bits by which one pass sorts. */
const MAX_DIGIT_BITS = 13;

/**
 * Sorts indices by any 32-bit keys with counting sorts, which are linear and stable.
 * @param keys by index
 * @param columns to write; the result is one of them
 */
export function sortIndices(
  indices: Int32Array,
  keys: Int32Array,
  order: 'asc' | 'desc',
  columns = createSortColumns(),
): Int32Array {
  const { min, max, bits } = computeRange(keys);
  const passes = Math.max(1, Math.ceil(bits / MAX_DIGIT_BITS));
  const width = Math.ceil(bits / passes);
  let sorted: Keyed = { indices, keys: columns(indices.length) };
  for (let place = 0; place < indices.length; place += 1) {
    const key = keys[indices[place]!]!;
    sorted.keys[place] = order === 'asc' ? key - min : max - key;
  }
  for (let pass = 0; pass < passes; pass += 1) {
    const into = { indices: columns(indices.length), keys: columns(indices.length) };
    sortByDigit(sorted, into, pass * width, width);
    sorted = into;
  }
  return sorted.indices;
}

/** Computes the range of the values, from 0 to 0 without any, and the bits needed for the difference of any two of them. */
function computeRange(values: Int32Array): { min: number; max: number; bits: number } {
  let min = values[0] ?? 0;
  let max = min;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]!;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max, bits: 32 - Math.clz32((max - min) >>> 0) };
}

/** Sorts by `width` bits of the keys from bit `shift` on. */
function sortByDigit({ indices, keys }: Keyed, into: Keyed, shift: number, width: number): void {
  const digits = 1 << width;
  const mask = digits - 1;
  const starts = new Int32Array(digits + 1);
  for (let place = 0; place < indices.length; place += 1) starts[((keys[place]! >>> shift) & mask) + 1]! += 1;
  for (let digit = 0; digit < digits; digit += 1) starts[digit + 1]! += starts[digit]!;
  for (let place = 0; place < indices.length; place += 1) {
    const key = keys[place]!;
    const digit = (key >>> shift) & mask;
    const at = starts[digit]!;
    into.indices[at] = indices[place]!;
    into.keys[at] = key;
    starts[digit] = at + 1;
  }
}
