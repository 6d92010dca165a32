/**
 * Order and ranks of whole standings by counting sorts over the digits of the keys: linear, stable, and the same for a
 * hundred entries and a million. Plain index loops on purpose: they are several times faster here than iterators.
 */

const MAX_DIGIT_BITS = 16;

/** The seats by key, descending; equal keys keep the order of `seats`. Any 32-bit keys. */
export function sortDescending(seats: Int32Array, keys: Int32Array): Int32Array {
  const [min, max] = range(seats, keys);
  const bits = 32 - Math.clz32((max - min) >>> 0);
  const passes = Math.ceil(bits / MAX_DIGIT_BITS);
  let from = seats.slice();
  let to = new Int32Array(seats.length);
  for (let pass = 0; pass < passes; pass += 1) {
    const width = Math.ceil(bits / passes);
    // max - key is small for the best, so ascending passes over it give the descending order.
    countingPass(from, to, keys, max, pass * width, width);
    [from, to] = [to, from];
  }
  return from;
}

function range(seats: Int32Array, keys: Int32Array): [min: number, max: number] {
  let min = seats.length === 0 ? 0 : keys[seats[0]!]!;
  let max = min;
  for (let index = 0; index < seats.length; index += 1) {
    const key = keys[seats[index]!]!;
    if (key < min) min = key;
    if (key > max) max = key;
  }
  return [min, max];
}

function countingPass(
  from: Int32Array,
  to: Int32Array,
  keys: Int32Array,
  max: number,
  shift: number,
  width: number,
): void {
  const digits = 1 << width;
  const mask = digits - 1;
  const starts = new Int32Array(digits + 1);
  for (let index = 0; index < from.length; index += 1)
    starts[(((max - keys[from[index]!]!) >>> shift) & mask) + 1]! += 1;
  for (let digit = 0; digit < digits; digit += 1) starts[digit + 1]! += starts[digit]!;
  for (let index = 0; index < from.length; index += 1) {
    const seat = from[index]!;
    const digit = ((max - keys[seat]!) >>> shift) & mask;
    to[starts[digit]!] = seat;
    starts[digit]! += 1;
  }
}

/** Seats in order of standing, and the shared rank (1, 1, 3) of each seat. */
export interface Ranking {
  order: Int32Array;
  ranks: Int32Array;
}

/**
 * Earned descending, then gross descending, then a shared rank; equals stand in order of their seats. Who is in `without`
 * stands nowhere: rank 0.
 */
export function rank(
  earned: Int32Array,
  gross: Int32Array,
  count: number,
  without: ReadonlySet<number> = NOBODY,
): Ranking {
  const seats = new Int32Array(count - without.size);
  let taken = 0;
  const all = without.size === 0;
  for (let seat = 0; seat < count; seat += 1) if (all || !without.has(seat)) seats[taken++] = seat;
  const order = sortDescending(sortDescending(seats, gross), earned);
  const ranks = new Int32Array(count);
  for (let place = 0; place < order.length; place += 1) {
    const seat = order[place]!;
    const above = place === 0 ? -1 : order[place - 1]!;
    const shared = above >= 0 && earned[above] === earned[seat] && gross[above] === gross[seat];
    ranks[seat] = shared ? ranks[above]! : place + 1;
  }
  return { order, ranks };
}

const NOBODY: ReadonlySet<number> = new Set();
