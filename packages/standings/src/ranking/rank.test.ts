import { rankStandings } from '@touchline/rules/testing/standings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSortColumns } from '../columns/workspace.ts';
import { sortIndices } from './counting-sort.ts';
import { computeRanks, rankTotals } from './rank.ts';

describe('ranks', () => {
  const gross = fc.oneof(
    fc.integer({ min: -30, max: 3000 }),
    fc.integer({ min: -2_000_000, max: 2_000_000 }),
  );
  const staked = fc.record({
    earned_thousandths: fc.oneof(
      fc.integer({ min: -5, max: 5 }),
      fc.integer({ min: -2_000_000, max: 90_000_000 }),
      fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    ),
    gross,
  });
  /** Entries without a stake. */
  const plain = gross.map((points) => ({ earned_thousandths: points * 1000, gross: points }));
  const few = fc
    .integer({ min: -3, max: 3 })
    .map((points) => ({ earned_thousandths: points * 1000, gross: points }));
  /** Entries with the same coefficient, also one that turns the order around. */
  const alike = fc
    .tuple(fc.integer({ min: -1250, max: 1250 }), fc.array(fc.integer({ min: -30, max: 3000 })))
    .map(([coefficient, points]) =>
      points.map((each) => ({ earned_thousandths: each * coefficient, gross: each })),
    );
  const standings = fc.oneof(
    alike,
    fc.array(staked),
    fc.array(plain),
    fc.array(few),
    fc.array(fc.oneof(staked, few)),
  );

  it('RANK order and shared ranks match the rules and leave out suspended entries', () => {
    fc.assert(
      fc.property(standings, fc.array(fc.nat(), { maxLength: 4 }), (rows, drawn) => {
        const earned = Int32Array.from(rows, (row) => row.earned_thousandths);
        const gross = Int32Array.from(rows, (row) => row.gross);
        const without = new Set(drawn.filter(() => rows.length > 0).map((index) => index % rows.length));
        const { order, ranks } = rankTotals({ earned, gross, unranked: without });
        const expected = rankStandings(
          rows.map((row, index) => ({ ...row, index })).filter(({ index }) => !without.has(index)),
        );
        expect([...order]).toEqual(expected.map(({ row }) => row.index));
        expect([...order].map((index) => ranks[index])).toEqual(expected.map((each) => each.rank));
        expect([...without].map((index) => ranks[index])).toEqual([...without].map(() => 0));
      }),
      { numRuns: 500 },
    );
  });

  it('ranks do not depend on previous standings in the same columns', () => {
    const columns = { order: new Int32Array(5000), ranks: new Int32Array(5000) };
    const sortColumns = createSortColumns();
    const descending = (count: number) => Int32Array.from({ length: count }, (_, index) => count - index);
    for (const count of [5000, 3, 1, 0, 200]) {
      const gross = descending(count);
      const earned = gross.map((points) => points * 1050);
      const indices = Array.from({ length: count }, (_, index) => index);
      const into = { order: columns.order.subarray(0, count), ranks: columns.ranks.subarray(0, count) };
      const { order, ranks } = computeRanks({ earned, gross, unranked: new Set() }, into, sortColumns);
      expect([...order]).toEqual(indices);
      expect([...ranks]).toEqual(indices.map((index) => index + 1));
      expect([...sortIndices(order, gross, 'asc')]).toEqual(indices.reverse());
    }
  });
});
