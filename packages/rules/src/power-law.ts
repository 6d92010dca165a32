/*
 * A power law in integers. Math.pow may differ between JavaScript engines in the last digits, and browser, service and verifier must
 * compute the same prize table.
 */

const FRACTION_BITS = 64n;
const ONE = 1n << FRACTION_BITS;
/** ln 2 with 64 fraction bits. */
const LN_2 = 0xb172_17f7_d1cf_79abn;
const EXPONENT_BITS = 16n;
const MAX_EXPONENT = 16n << EXPONENT_BITS;

/** A group of consecutive places. */
export interface Places {
  from: number;
  to: number;
}

/** The first and the lowest amount of a power law. */
export interface AmountRange {
  first: bigint;
  lowest: bigint;
}

/**
 * Computes an amount for each group: `lowest + (first - lowest) / place ^ exponent`, at the geometric mean of its places. The exponent
 * is the smallest one in steps of 2^-16, up to 16, for which the amounts of all places add up to at most `total`.
 */
export function solvePowerLaw(groups: readonly Places[], range: AmountRange, total: bigint): bigint[] {
  const logs = groups.map(({ from, to }) => (log2(from) + log2(to)) / 2n);
  const amountsFor = (exponent: bigint) => logs.map((log) => amountAt(log, exponent, range));
  const addsUp = (exponent: bigint) => sumPlaces(groups, amountsFor(exponent)) <= total;
  let low = 0n;
  let high = MAX_EXPONENT;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (addsUp(middle)) high = middle;
    else low = middle + 1n;
  }
  return amountsFor(low);
}

/** Adds up the amounts of all places. */
function sumPlaces(groups: readonly Places[], amounts: readonly bigint[]): bigint {
  return groups.reduce((sum, { from, to }, index) => sum + BigInt(to - from + 1) * amounts[index]!, 0n);
}

function amountAt(log: bigint, exponent: bigint, { first, lowest }: AmountRange): bigint {
  return lowest + (((first - lowest) * inversePowerOf2((log * exponent) >> EXPONENT_BITS)) >> FRACTION_BITS);
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
