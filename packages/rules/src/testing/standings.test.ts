import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareStandings, rankStandings } from './standings.ts';

const row = (earned_thousandths: number, gross: number) => ({ earned_thousandths, gross });

describe('standings', () => {
  it('equal rows share a rank: 1, 1, 3', () => {
    const ranks = rankStandings([row(5, 5), row(9, 9), row(9, 9)]).map(({ rank }) => rank);
    expect(ranks).toEqual([1, 1, 3]);
  });

  it('ranks depend on earned points, then on points without coefficient', () => {
    const ranked = rankStandings([row(10, 8), row(10, 10), row(12, 1), row(-1, 50)]);
    expect(ranked.map(({ row: each, rank }) => [each.earned_thousandths, each.gross, rank])).toEqual([
      [12, 1, 1],
      [10, 10, 2],
      [10, 8, 3],
      [-1, 50, 4],
    ]);
  });

  it('a rank is one more than the number of better rows, in any order of input', () => {
    const rows = fc.array(
      fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 })).map(([a, b]) => row(a, b)),
    );
    fc.assert(
      fc.property(rows, (all) => {
        for (const { row: each, rank } of rankStandings(all))
          expect(rank).toBe(1 + all.filter((other) => compareStandings(other, each) < 0).length);
        const backwards = rankStandings(all.toReversed());
        expect(backwards).toEqual(rankStandings(all));
      }),
    );
  });
});
