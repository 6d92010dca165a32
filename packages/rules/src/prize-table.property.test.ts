import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countPlacesPaid,
  MAX_PRIZE_ROWS,
  PRIZE_TEMPLATES,
  type PrizeRow,
  prizeTable,
  sumRows,
} from './prize-table.ts';

/** Asserts that the rows begin with place 1, have no gaps, never rise, and add up to the pool. */
function assertTable(rows: readonly PrizeRow[], pool: bigint, entrants: number): void {
  let next = 1;
  for (const [index, { from, to, amount }] of rows.entries()) {
    const isValid =
      from === next && to >= from && amount > 0n && amount <= (rows[index - 1]?.amount ?? amount);
    if (!isValid)
      expect.fail(`row ${index} of ${entrants} entrants and ${pool} wei: ${from}-${to} ${amount}`);
    next = to + 1;
  }
  if (sumRows(rows) !== pool) expect.fail(`${entrants} entrants: ${sumRows(rows)} of ${pool} wei`);
  if (rows.length > MAX_PRIZE_ROWS) expect.fail(`${entrants} entrants: ${rows.length} rows`);
  if (countPlacesPaid(rows) > entrants) expect.fail(`${entrants} entrants: ${countPlacesPaid(rows)} places`);
}

/** The rows of a FIXED plan: any groups of places, amounts that never rise. */
const fixedRows = fc
  .array(fc.record({ places: fc.integer({ min: 1, max: 50 }), amount: fc.bigInt(1n, 10n ** 24n) }), {
    minLength: 1,
    maxLength: MAX_PRIZE_ROWS - 1,
  })
  .map((groups) => {
    const amounts = groups.map(({ amount }) => amount).sort((a, b) => (a > b ? -1 : 1));
    let from = 1;
    return groups.map(({ places }, index) => {
      const row = { from, to: from + places - 1, amount: amounts[index]! };
      from += places;
      return row;
    });
  });

const entrants = fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 3_001, max: 20_000_000 }));
const wei = fc.oneof(fc.bigInt(1n, 3_000n), fc.bigInt(1n, 10n ** 13n), fc.bigInt(1n, 10n ** 32n));

const FEE_6 = 1_000n * 10n ** 6n;
const FEE_18 = 500n * 10n ** 18n;

/** Rows of a FIXED plan in multiples of the fee. */
const scaleFixed = (fee: bigint): PrizeRow[] => [
  { from: 1, to: 1, amount: 50n * fee },
  { from: 2, to: 3, amount: 20n * fee },
  { from: 4, to: 10, amount: fee },
];

describe('prize table properties', () => {
  it('every field from 2 to 3,000 and a million divides its fees exactly by every template, for 6 and 18 decimals', () => {
    const sizes = [...Array.from({ length: 2_999 }, (_, index) => index + 2), 1_000_000];
    for (const count of sizes) {
      for (const fee of [FEE_6, FEE_18]) {
        const field = { entrants: count, pool: BigInt(count) * fee, fee };
        for (const template of ['HALF', 'WINNER'] as const)
          assertTable(prizeTable({ template, ...field }), field.pool, count);
        const fixed = prizeTable({ template: 'FIXED', ...field, rows: scaleFixed(fee) });
        assertTable(fixed, field.pool, count);
        if (fee === FEE_6 && count % 5 !== 0) continue; // takes most of the time
        const rows = prizeTable({ template: 'TOP', ...field });
        assertTable(rows, field.pool, count);
        if (count < 25) continue;
        expect(rows.at(-1)!.amount * 2n).toBeGreaterThanOrEqual(fee * 3n);
        expect(countPlacesPaid(rows)).toBe(Math.floor(count / 5));
      }
    }
  });

  it('every template divides every pool exactly and monotonically in at most 30 rows', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PRIZE_TEMPLATES),
        entrants,
        wei,
        fc.option(wei),
        fixedRows,
        (...values) => {
          const [template, count, pool, fee, rows] = values;
          assertTable(prizeTable({ template, entrants: count, pool, fee: fee ?? 0n, rows }), pool, count);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
