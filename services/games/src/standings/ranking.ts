import { COEFFICIENT_ONE } from '@touchline/rules/earned';
import { reusedColumn } from '../scoring/reused-column.ts';

/**
 * Order and ranks of whole standings by counting sorts: linear, stable, and the same for a hundred entries and a
 * million. Index loops on purpose, and keys travel with their seats: every pass but the last then reads memory in order.
 */

const MAX_DIGIT_BITS = 13;

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
  const seats = seatsOf(count, without);
  const [min, max] = range(seats, gross);
  // Until somebody has staked, one look at the points says everything.
  if (max - min < 1 << MAX_DIGIT_BITS && earnedAsPlayed(seats, earned, gross))
    return rankByGross(seats, gross, min, max, count);
  const ranks = new Int32Array(count);
  const byGross = sorted(seats, gross, reusedOrder(seats.length)).seats;
  const { seats: order, keys } = sorted(byGross, earned, new Int32Array(seats.length));
  let shared = 0;
  for (let place = 0; place < order.length; place += 1) {
    const seat = order[place]!;
    const tied = place > 0 && keys[place] === keys[place - 1] && gross[seat] === gross[order[place - 1]!];
    if (!tied) shared = place + 1;
    ranks[seat] = shared;
  }
  return { order, ranks };
}

/** The seats by key, descending; equal keys keep the order of `seats`. Any 32-bit keys. */
export function sortDescending(seats: Int32Array, keys: Int32Array): Int32Array {
  return sorted(seats, keys, new Int32Array(seats.length)).seats;
}

const NOBODY: ReadonlySet<number> = new Set();
const reusedSeats = reusedColumn();
const reusedOrder = reusedColumn();

function seatsOf(count: number, without: ReadonlySet<number>): Int32Array {
  const seats = reusedSeats(count - without.size);
  let taken = 0;
  const all = without.size === 0;
  for (let seat = 0; seat < count; seat += 1) if (all || !without.has(seat)) seats[taken++] = seat;
  return seats;
}

/** Has no coefficient brought anybody anything? Then equal points are equal earnings. */
function earnedAsPlayed(seats: Int32Array, earned: Int32Array, gross: Int32Array): boolean {
  for (let index = 0; index < seats.length; index += 1) {
    const seat = seats[index]!;
    if (earned[seat] !== gross[seat]! * COEFFICIENT_ONE) return false;
  }
  return true;
}

/** How many stand before each amount of points is the rank of all who have it. */
function rankByGross(seats: Int32Array, gross: Int32Array, min: number, max: number, count: number): Ranking {
  const next = new Int32Array(max - min + 2);
  for (let index = 0; index < seats.length; index += 1) next[max - gross[seats[index]!]! + 1]! += 1;
  for (let key = 1; key < next.length; key += 1) next[key]! += next[key - 1]!;
  const before = next.slice();
  const order = new Int32Array(seats.length);
  const ranks = new Int32Array(count);
  for (let index = 0; index < seats.length; index += 1) {
    const seat = seats[index]!;
    const key = max - gross[seat]!;
    order[next[key]!] = seat;
    next[key]! += 1;
    ranks[seat] = before[key]! + 1;
  }
  return { order, ranks };
}

const reusedPlaces = [reusedColumn(), reusedColumn()] as const;
const reusedKeys = [reusedColumn(), reusedColumn()] as const;

/** Seats in some order, and the key of each place. */
interface Keyed {
  seats: Int32Array;
  keys: Int32Array;
}

/** `seats` by key, descending, written to `into`, with `max - key` of each place; those keys are gone with the next sort. */
function sorted(seats: Int32Array, keys: Int32Array, into: Int32Array): Keyed {
  const count = seats.length;
  const [min, max] = range(seats, keys);
  const bits = 32 - Math.clz32((max - min) >>> 0);
  const passes = Math.max(1, Math.ceil(bits / MAX_DIGIT_BITS));
  const width = Math.ceil(bits / passes);
  let from: Keyed = { seats, keys: reusedKeys[0](count) };
  for (let index = 0; index < count; index += 1) from.keys[index] = max - keys[seats[index]!]!;
  for (let pass = 0; pass < passes; pass += 1) {
    const [even, odd] = pass % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    const to = {
      seats: pass === passes - 1 ? into : reusedPlaces[even](count),
      keys: reusedKeys[odd](count),
    };
    countingPass(from, to, pass * width, width);
    from = to;
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

function countingPass(from: Keyed, to: Keyed, shift: number, width: number): void {
  const { seats, keys } = from;
  const { seats: seatsTo, keys: keysTo } = to;
  const digits = 1 << width;
  const mask = digits - 1;
  const starts = new Int32Array(digits + 1);
  for (let index = 0; index < seats.length; index += 1) starts[((keys[index]! >>> shift) & mask) + 1]! += 1;
  for (let digit = 0; digit < digits; digit += 1) starts[digit + 1]! += starts[digit]!;
  for (let index = 0; index < seats.length; index += 1) {
    const key = keys[index]!;
    const digit = (key >>> shift) & mask;
    const place = starts[digit]!;
    seatsTo[place] = seats[index]!;
    keysTo[place] = key;
    starts[digit] = place + 1;
  }
}
