import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computePool,
  countPlacesPaid,
  MAX_PRIZE_ROWS,
  type PrizeRow,
  prizeTable,
  sumRows,
} from './prize-table.ts';
import { TOKEN_WEI } from './tokens.ts';

const FEE = 1_000n;

/** Returns the rows of a TOP table in whole tokens, such as `5-6: 24000`. */
function topRows(entrants: number, unit = TOKEN_WEI, fee = FEE): string[] {
  const pool = BigInt(entrants) * FEE * unit;
  return describeRows(prizeTable({ template: 'TOP', entrants, pool, fee: fee * unit }), unit);
}

const describeRows = (rows: readonly PrizeRow[], unit = 1n) =>
  rows.map(
    ({ from, to, amount }) =>
      `${from}-${to}: ${Number(amount / (unit / 1000n || 1n)) / (unit > 1n ? 1000 : 1)}`,
  );

describe('prize table TOP', () => {
  it('a field of 1,000 with a fee of 1,000 has the reference table', () => {
    expect(topRows(1_000)).toEqual([
      '1-1: 185100',
      '2-2: 70000',
      '3-3: 45000',
      '4-4: 30000',
      '5-6: 24000',
      '7-9: 16000',
      '10-14: 11000',
      '15-22: 7500',
      '23-35: 5000',
      '36-56: 3500',
      '57-89: 2500',
      '90-142: 2300',
      '143-200: 2000',
    ]);
  });

  it('a token with 6 decimals has the same table in tokens as one with 18', () => {
    for (const entrants of [25, 60, 333, 1_000, 50_000])
      expect(topRows(entrants, 10n ** 6n)).toEqual(topRows(entrants));
  });

  it('a game has the shares of its field size', () => {
    expect(topRows(4)).toEqual(['1-1: 4000']);
    expect(topRows(5)).toEqual(['1-1: 3250', '2-2: 1750']);
    expect(topRows(10)).toEqual(['1-1: 5000', '2-2: 3000', '3-3: 2000']);
    expect(topRows(15)).toEqual(['1-1: 6000', '2-2: 4200', '3-3: 2850', '4-4: 1950']);
    expect(topRows(20)).toEqual(['1-1: 8000', '2-2: 5000', '3-3: 3000', '4-4: 2400', '5-5: 1600']);
    expect(topRows(25)).toEqual(['1-1: 11000', '2-2: 5000', '3-3: 3500', '4-4: 3000', '5-5: 2500']);
  });

  it('the first prize, the last prize, the places and the rows follow the size of the field', () => {
    const summary = [100, 1_000, 10_000, 100_000, 1_000_000].map((entrants) => {
      const pool = BigInt(entrants) * FEE;
      const rows = prizeTable({ template: 'TOP', entrants, pool, fee: FEE });
      return [
        countPlacesPaid(rows),
        Math.round(Number((rows[0]!.amount * 10_000n) / pool) / 10) / 10,
        Number(rows.at(-1)!.amount) / 1000,
        rows.length,
      ];
    });
    expect(summary).toEqual([
      [20, 23.5, 2.5, 8],
      [200, 18.5, 2, 13],
      [2_000, 12.7, 1.9, 18],
      [20_000, 9.1, 1.9, 23],
      [200_000, 6.9, 2, 28],
    ]);
  });

  it.each([
    [101, 20.29],
    [1_001, 16.14],
    [10_001, 8.56],
    [100_001, 8.09],
  ])('the first prize of %d entrants has the target of the larger fields', (entrants, percent) => {
    const pool = BigInt(entrants) * FEE * TOKEN_WEI;
    const [first] = prizeTable({ template: 'TOP', entrants, pool, fee: FEE * TOKEN_WEI });
    expect(Number((first!.amount * 10_000n) / pool) / 100).toBe(percent);
  });

  it('the lowest amount of a free game is 1.5 times the pool divided by the entrants', () => {
    const pool = 1_000_000n * TOKEN_WEI;
    const free = prizeTable({ template: 'TOP', entrants: 1_000, pool, fee: 0n });
    expect(describeRows(free, TOKEN_WEI)).toEqual(topRows(1_000));
  });

  it('the lowest amount is rounded up, and rows with equal amounts are joined', () => {
    // 93 times 1,600 is at most half of the pool.
    const rounded = prizeTable({ template: 'TOP', entrants: 1_000, pool: 300_000n, fee: 1_010n });
    expect(countPlacesPaid(rounded)).toBe(93);
    const joined = prizeTable({ template: 'TOP', entrants: 1_000, pool: 60n, fee: 0n });
    expect(describeRows(joined)).toEqual(['1-1: 10', '2-2: 5', '3-3: 4', '4-6: 3', '7-14: 2', '15-30: 1']);
  });

  it('the target of the first prize is at most half of the pool', () => {
    expect(describeRows(prizeTable({ template: 'TOP', entrants: 25, pool: 6_000n, fee: FEE }))).toEqual([
      '1-1: 3000',
      '2-2: 3000',
    ]);
    expect(describeRows(prizeTable({ template: 'TOP', entrants: 25, pool: 9_000n, fee: FEE }))).toEqual([
      '1-1: 4600',
      '2-2: 2400',
      '3-3: 2000',
    ]);
  });

  it('a large commission pays fewer places, so that the last prize is still 1.5 times the fee', () => {
    const rows = prizeTable({ template: 'TOP', entrants: 1_000, pool: 300_000n, fee: FEE });
    expect(countPlacesPaid(rows)).toBe(100);
    expect(rows.at(-1)!.amount).toBeGreaterThanOrEqual(1_500n);
    expect(sumRows(rows)).toBe(300_000n);
  });

  it('a pool below the lowest prize goes to place 1', () => {
    expect(describeRows(prizeTable({ template: 'TOP', entrants: 30, pool: 500n, fee: FEE }))).toEqual([
      '1-1: 500',
    ]);
  });
});

describe('prize table WINNER', () => {
  it('place 1 gets the pool', () => {
    expect(describeRows(prizeTable({ template: 'WINNER', entrants: 30, pool: 52n, fee: 1n }))).toEqual([
      '1-1: 52',
    ]);
  });
});

describe('prize table HALF', () => {
  it('the top half, rounded down, gets equal amounts; the first places get the wei that does not divide', () => {
    expect(describeRows(prizeTable({ template: 'HALF', entrants: 11, pool: 52n, fee: 0n }))).toEqual([
      '1-2: 11',
      '3-5: 10',
    ]);
    expect(describeRows(prizeTable({ template: 'HALF', entrants: 4, pool: 52n, fee: 0n }))).toEqual([
      '1-2: 26',
    ]);
  });

  it('a single entry gets the pool', () => {
    expect(describeRows(prizeTable({ template: 'HALF', entrants: 1, pool: 7n, fee: 0n }))).toEqual([
      '1-1: 7',
    ]);
  });
});

describe('prize table FIXED', () => {
  const rows = [
    { from: 1, to: 1, amount: 500n },
    { from: 2, to: 3, amount: 200n },
    { from: 4, to: 5, amount: 50n },
  ];
  const fixedTable = (entrants: number, pool: bigint) =>
    prizeTable({ template: 'FIXED', entrants, pool, fee: 0n, rows });

  it('a pool of the guarantee has the rows of the plan', () => {
    expect(fixedTable(20, 1_000n)).toEqual(rows);
  });

  it('a shared first row remains if the pool is the guarantee', () => {
    const shared = [{ from: 1, to: 3, amount: 10n }];
    expect(prizeTable({ template: 'FIXED', entrants: 9, pool: 30n, fee: 0n, rows: shared })).toEqual(shared);
  });

  it('a larger pool scales the rows; the remainder goes to place 1', () => {
    expect(describeRows(fixedTable(20, 1_501n))).toEqual(['1-1: 751', '2-3: 300', '4-5: 75']);
  });

  it('a field with fewer entries than places scales the amounts of its places', () => {
    expect(describeRows(fixedTable(2, 1_000n))).toEqual(['1-1: 715', '2-2: 285']);
  });

  it('a shared first row leaves the remainder to place 1 in a separate row', () => {
    const shared = [{ from: 1, to: 3, amount: 10n }];
    expect(
      describeRows(prizeTable({ template: 'FIXED', entrants: 9, pool: 32n, fee: 0n, rows: shared })),
    ).toEqual(['1-1: 12', '2-3: 10']);
  });
});

describe('prize table limits', () => {
  it('a game without entrants or without a pool has no table', () => {
    expect(prizeTable({ template: 'TOP', entrants: 0, pool: 10n, fee: 0n })).toEqual([]);
    expect(prizeTable({ template: 'HALF', entrants: 10, pool: 0n, fee: 0n })).toEqual([]);
  });

  it('a pool with fewer wei than places pays at least one wei per place', () => {
    expect(describeRows(prizeTable({ template: 'HALF', entrants: 10, pool: 3n, fee: 0n }))).toEqual([
      '1-3: 1',
    ]);
    expect(describeRows(prizeTable({ template: 'TOP', entrants: 12, pool: 1n, fee: 0n }))).toEqual([
      '1-1: 1',
    ]);
    expect(countPlacesPaid(prizeTable({ template: 'TOP', entrants: 1_000, pool: 60n, fee: 0n }))).toBe(30);
  });

  it('a table of ten million entrants has 30 rows', () => {
    const rows = prizeTable({ template: 'TOP', entrants: 10_000_000, pool: 10n ** 28n, fee: 10n ** 21n });
    expect(rows).toHaveLength(MAX_PRIZE_ROWS);
    expect(countPlacesPaid(rows)).toBe(2_000_000);
    expect(sumRows(rows)).toBe(10n ** 28n);
  });
});

describe('pool', () => {
  it('the pool is the paid fees less the commission, at least the guarantee', () => {
    expect(computePool({ guarantee: 0n, paidFees: 1_000n, commissionBps: 0 })).toBe(1_000n);
    expect(computePool({ guarantee: 0n, paidFees: 1_000n, commissionBps: 1_000 })).toBe(900n);
    expect(computePool({ guarantee: 950n, paidFees: 1_000n, commissionBps: 1_000 })).toBe(950n);
    expect(computePool({ guarantee: 0n, paidFees: 3n, commissionBps: 1 })).toBe(2n);
  });

  it('a pool is never above fees and guarantee, and never below the guarantee', () => {
    const wei = fc.bigInt(0n, 10n ** 30n);
    fc.assert(
      fc.property(wei, wei, fc.integer({ min: 0, max: 5_000 }), (guarantee, paidFees, commissionBps) => {
        const pool = computePool({ guarantee, paidFees, commissionBps });
        expect(pool >= guarantee).toBe(true);
        expect(pool === guarantee || pool <= paidFees).toBe(true);
      }),
    );
  });
});
