import { describe, expect, it } from 'vitest';
import { solvePowerLaw } from './power-law.ts';

const UNIT = 1n << 60n;
const places = (from: number, to: number) => ({ from, to });
const place = (number: number) => places(number, number);

describe('solvePowerLaw', () => {
  it('the smallest exponent of which all amounts add up to the total counts', () => {
    const groups = [place(1), place(2), place(4)];
    const range = { first: UNIT, lowest: 0n };
    const total = UNIT + UNIT / 2n + UNIT / 4n; // exponent 1
    expect(solvePowerLaw(groups, range, total)).toEqual([UNIT, UNIT / 2n, UNIT / 4n]);
    const [, second, third] = solvePowerLaw(groups, range, total - 1n) as [bigint, bigint, bigint];
    // One step of 2^-16 more: 2 ^ (-1 - 2^-16).
    expect(Number((second * 10n ** 9n) / UNIT)).toBe(499_994_711);
    expect(third).toBeLessThan(UNIT / 4n);
  });

  it('a total above the sum of equal amounts leads to equal amounts', () => {
    const groups = [place(1), places(2, 3)];
    const range = { first: 9n, lowest: 2n };
    expect(solvePowerLaw(groups, range, 27n)).toEqual([9n, 9n]);
    expect(solvePowerLaw(groups, range, 26n)).toEqual([9n, 8n]);
  });

  it('the exponent is at most 16', () => {
    const range = { first: UNIT + 7n, lowest: 7n };
    expect(solvePowerLaw([place(1), place(2)], range, 0n)).toEqual([UNIT + 7n, UNIT / 65_536n + 7n]);
  });

  it('the amount of a group is that of the geometric mean of its places', () => {
    const groups = [place(1), places(2, 8)];
    const total = UNIT + (7n * UNIT) / 4n;
    expect(solvePowerLaw(groups, { first: UNIT, lowest: 0n }, total)).toEqual([UNIT, UNIT / 4n]);
  });

  it('the amount of a place that is no power of two is exact to the last digits', () => {
    const first = 10n ** 18n;
    const total = (first * 11n) / 6n; // 1 + 1/2 + 1/3
    const groups = [place(1), place(2), place(3)];
    const [, second, third] = solvePowerLaw(groups, { first, lowest: 0n }, total) as [bigint, bigint, bigint];
    expect(second).toBe(first / 2n);
    expect(Math.abs(Number(third - first / 3n))).toBeLessThan(5);
  });

  it('no smaller exponent adds up to the total, also where amounts are so small that many exponents have the same ones', () => {
    const groups = [place(1), place(2), places(3, 5), places(6, 40), places(41, 100)];
    const range = { first: 70n, lowest: 2n };
    const add = (total: bigint) =>
      solvePowerLaw(groups, range, total).reduce(
        (sum, amount, index) => sum + amount * BigInt(groups[index]!.to - groups[index]!.from + 1),
        0n,
      );
    const sums = Array.from({ length: 100 * 70 - 300 }, (_, more) => add(300n + BigInt(more)));
    const reached = [...new Set(sums)];
    expect(reached.length).toBeGreaterThan(50);
    let largest = 0;
    for (const [index, sum] of sums.entries()) {
      const total = 300n + BigInt(index);
      while (largest + 1 < reached.length && reached[largest + 1]! <= total) largest += 1;
      expect(sum).toBe(reached[largest]);
    }
  });
});
