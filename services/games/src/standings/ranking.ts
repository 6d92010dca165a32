/**
 * Order and ranks of whole standings by counting sorts over 16-bit digits of the keys: linear, stable, and the same for
 * a hundred entries and a million.
 */

const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;

/** The seats by key, descending; equal keys keep the order of `seats`. Any 32-bit keys. */
export function sortDescending(seats: Int32Array, keys: Int32Array): Int32Array {
  if (seats.length < 2) return seats.slice();
  let min = keys[seats[0]!]!;
  let max = min;
  for (const seat of seats) {
    min = Math.min(min, keys[seat]!);
    max = Math.max(max, keys[seat]!);
  }
  let from = seats.slice();
  let to = new Int32Array(seats.length);
  // max - key is small for the best, so ascending passes over it give the descending order.
  for (let shift = 0; (max - min) / 2 ** shift >= 1; shift += DIGIT_BITS) {
    countingPass(from, to, (seat) => ((max - keys[seat]!) >>> shift) & (DIGITS - 1));
    [from, to] = [to, from];
  }
  return from;
}

function countingPass(from: Int32Array, to: Int32Array, digitOf: (seat: number) => number): void {
  const starts = new Int32Array(DIGITS + 1);
  for (const seat of from) starts[digitOf(seat) + 1]! += 1;
  for (let digit = 0; digit < DIGITS; digit += 1) starts[digit + 1]! += starts[digit]!;
  for (const seat of from) {
    const digit = digitOf(seat);
    to[starts[digit]!] = seat;
    starts[digit]! += 1;
  }
}

/** Seats in order of standing, and the shared rank (1, 1, 3) of each seat. */
export interface Ranking {
  order: Int32Array;
  ranks: Int32Array;
}

/** Earned descending, then gross descending, then a shared rank; equals stand in order of their seats. */
export function rank(earned: Int32Array, gross: Int32Array, count: number): Ranking {
  const seats = Int32Array.from({ length: count }, (_, seat) => seat);
  const order = sortDescending(sortDescending(seats, gross), earned);
  const ranks = new Int32Array(count);
  for (let place = 0; place < count; place += 1) {
    const seat = order[place]!;
    const above = place === 0 ? -1 : order[place - 1]!;
    const shared = above >= 0 && earned[above] === earned[seat] && gross[above] === gross[seat];
    ranks[seat] = shared ? ranks[above]! : place + 1;
  }
  return { order, ranks };
}
