import { describe, expect, it } from 'vitest';
import { awardPrizes, type RankedEntry } from './prize-awards.ts';
import { type PrizeRow, prizeTable } from './prize-table.ts';

const TABLE: PrizeRow[] = [
  { from: 1, to: 1, amount: 50n },
  { from: 2, to: 2, amount: 31n },
  { from: 3, to: 4, amount: 10n },
];

/** Builds a ranking in the order of joining; a rank in brackets is of an entry that cannot win a prize. */
const ranking = (...ranks: (number | [number])[]): RankedEntry[] =>
  ranks.map((rank, index) => ({
    rank: typeof rank === 'number' ? rank : rank[0],
    joinedAt: index,
    eligible: typeof rank === 'number',
  }));

const award = (...ranks: (number | [number])[]) => awardPrizes(ranking(...ranks), TABLE).map(Number);

describe('prize awards', () => {
  it('each place gets its amount; places after the last paid one get nothing', () => {
    expect(award(1, 2, 3, 4, 5, 6)).toEqual([50, 31, 10, 10, 0, 0]);
  });

  it('tied entries share the sum of their places; the one that joined first gets the odd wei', () => {
    expect(award(1, 1, 3, 4)).toEqual([41, 40, 10, 10]);
    const later = [...ranking(1, 1, 3, 4)];
    later[0] = { rank: 1, joinedAt: 9, eligible: true };
    expect(awardPrizes(later, TABLE)).toEqual([40n, 41n, 10n, 10n]);
  });

  it('tied entries that joined in the same millisecond get the odd wei in the order of the ranking', () => {
    const tied = ranking(1, 1, 3, 4).map((entry) => ({ ...entry, joinedAt: 5 }));
    expect(awardPrizes(tied, TABLE)).toEqual([41n, 40n, 10n, 10n]);
  });

  it('a group that straddles the last paid place shares what its paid places give', () => {
    expect(award(1, 2, 3, 4, 4, 4, 7)).toEqual([50, 31, 10, 4, 3, 3, 0]);
  });

  it('a tie of all entries divides the pool', () => {
    expect(award(1, 1, 1, 1, 1, 1)).toEqual([17, 17, 17, 17, 17, 16]);
  });

  it('an ineligible entry gets nothing, and the next entries move up', () => {
    expect(award([1], 2, 3, [4], 5, 6, 7)).toEqual([0, 50, 31, 0, 10, 10, 0]);
    expect(award(1, [2], 2, 4, 5)).toEqual([50, 0, 31, 10, 10]);
  });

  it('an ineligible entry in a tie leaves its share to the others', () => {
    expect(award(1, 1, [1], 4, 5)).toEqual([41, 40, 0, 10, 10]);
  });

  it('fewer eligible entries than places share the pool in the proportions of their places', () => {
    expect(award(1, 2)).toEqual([63, 38]);
    expect(award(1, [2])).toEqual([101, 0]);
    expect(award(1, 1)).toEqual([51, 50]);
  });

  it('a game without an eligible entry has no prizes', () => {
    expect(award([1], [2])).toEqual([0, 0]);
    expect(award()).toEqual([]);
  });

  it('an empty table pays nothing', () => {
    expect(awardPrizes(ranking(1, 2), [])).toEqual([0n, 0n]);
  });

  it('awards in a field of a million take less than 5 seconds', () => {
    const entrants = 1_000_000;
    const pool = 10n ** 27n;
    const table = prizeTable({ template: 'TOP', entrants, pool, fee: 10n ** 21n });
    const entries = Array.from({ length: entrants }, (_, index) => ({
      rank: index + 1 - (index % 3),
      joinedAt: index,
      eligible: true,
    }));
    const begin = performance.now();
    const prizes = awardPrizes(entries, table);
    expect(performance.now() - begin).toBeLessThan(5_000);
    expect(prizes.reduce((sum, prize) => sum + prize, 0n)).toBe(pool);
    expect(prizes.filter((prize) => prize > 0n).length).toBeGreaterThanOrEqual(200_000);
  });
});
