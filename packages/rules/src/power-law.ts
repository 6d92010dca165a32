/*
 * A power law in integers. Math.pow may differ between JavaScript engines in the last digits, and browser, service and verifier must
 * compute the same prize table.
 */

const FRACTION_BITS = 64n;
const ONE = 1n << FRACTION_BITS;
/** ln 2 with 64 fraction bits. */
const LN_2 = 0xb172_17f7_d1cf_79abn;
const EXPONENT_BITS = 16;
const EXPONENT_STEPS = 2 ** EXPONENT_BITS;
const MAX_EXPONENT = 16 * EXPONENT_STEPS;

/** A group of consecutive places. */
export interface Places {
  from: number;
  to: number;
  /** Result of `computeLog`, where it is known. */
  log?: bigint;
}

/** The first and the lowest amount of a power law. */
export interface AmountRange {
  first: bigint;
  lowest: bigint;
}

/** Computes the logarithm of the geometric mean of places, which takes as long as several amounts. */
export const computeLog = ({ from, to }: Places): bigint => (log2(from) + log2(to)) / 2n;

/**
 * Computes an amount for each group: `lowest + (first - lowest) / place ^ exponent`, at the geometric mean of its places. The exponent
 * is the smallest one in steps of 2^-16, up to 16, for which the amounts of all places add up to at most `total`.
 */
export function solvePowerLaw(groups: readonly Places[], range: AmountRange, total: bigint): bigint[] {
  const logs = groups.map((group) => group.log ?? computeLog(group));
  const amountsFor = (exponent: number) => logs.map((log) => amountAt(log, BigInt(exponent), range));
  const addsUp = (exponent: number) => sumPlaces(groups, amountsFor(exponent)) <= total;
  let low = 0;
  let high = MAX_EXPONENT;
  // Integers decide. The estimate only chooses where they search first, in growing steps.
  let probe = Math.min(estimateExponent(groups, logs, range, total), MAX_EXPONENT - 1);
  for (let step = 1; low < high; step *= 2) {
    const enough = addsUp(probe);
    if (enough) high = probe;
    else low = probe + 1;
    const middle = Math.floor((low + high) / 2);
    probe = enough ? Math.max(high - step, middle) : Math.min(low + step - 1, middle);
  }
  return amountsFor(low);
}

/** Estimates the exponent with floating point numbers, in a small part of the time that integers take. */
function estimateExponent(
  groups: readonly Places[],
  logs: readonly bigint[],
  { first, lowest }: AmountRange,
  total: bigint,
): number {
  const parts = groups.map(({ from, to }, index) => ({
    places: to - from + 1,
    log: Number(logs[index]!) / Number(ONE),
  }));
  const places = parts.reduce((sum, part) => sum + part.places, 0);
  const wanted = Number(total - lowest * BigInt(places)) / Number(first - lowest);
  const sumAt = (exponent: number) =>
    parts.reduce((sum, part) => sum + part.places * 2 ** (-part.log * exponent), 0);
  let low = 0;
  let high = MAX_EXPONENT;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (sumAt(middle / EXPONENT_STEPS) <= wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Adds up the amounts of all places. */
function sumPlaces(groups: readonly Places[], amounts: readonly bigint[]): bigint {
  return groups.reduce((sum, { from, to }, index) => sum + BigInt(to - from + 1) * amounts[index]!, 0n);
}

function amountAt(log: bigint, exponent: bigint, { first, lowest }: AmountRange): bigint {
  return (
    lowest +
    (((first - lowest) * inversePowerOf2((log * exponent) >> BigInt(EXPONENT_BITS))) >> FRACTION_BITS)
  );
}

/** Computes the logarithm of a positive integer with 64 fraction bits, by repeated squaring. */
function log2(value: number): bigint {
  const digits = BigInt(value.toString(2).length - 1);
  let mantissa = (BigInt(value) << FRACTION_BITS) >> digits;
  let log = digits;
  for (let bit = 0n; bit < FRACTION_BITS; bit++) {
    mantissa = (mantissa * mantissa) >> FRACTION_BITS;
    log <<= 1n;
    if (mantissa >> FRACTION_BITS >= 2n) {
      mantissa >>= 1n;
      log += 1n;
    }
  }
  return log;
}

/** Computes 2 ^ -power, by the Taylor series of the exponential function. */
function inversePowerOf2(power: bigint): bigint {
  const x = ((power & (ONE - 1n)) * LN_2) >> FRACTION_BITS;
  let sum = ONE;
  let term = ONE;
  for (let n = 1n; term !== 0n; n++) {
    term = ((term * x) / n) >> FRACTION_BITS;
    sum += n % 2n === 0n ? term : -term;
  }
  return sum >> (power >> FRACTION_BITS);
}
