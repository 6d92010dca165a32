import type { GamePrizes } from '@touchline/api/http/prizes';
import { describe, expect, it } from 'vitest';
import { buildPrizes } from '../testing/prizes.ts';
import { computeRowPrize, findGroupEnds, findNextPrize, isLastPaid, type RowPrizes } from './row-prize.ts';

const TOKEN = 10n ** 18n;
/** 100 / 60 / 40, then 20 for places 4 and 5; `ranks` are those of the last entries. */
const build = (ranks: number[]): GamePrizes =>
  buildPrizes(
    [
      [1, 1, 100],
      [2, 2, 60],
      [3, 3, 40],
      [4, 5, 20],
    ],
    ranks,
  );
const buildRows = (ranks: number[]) => ranks.map((rank) => ({ rank }));
const show = (ranks: number[], prizes: RowPrizes) =>
  ranks.map((rank) => {
    const prize = computeRowPrize(rank, prizes);
    return prize && `${prize.isUpperBound ? 'up to ' : ''}${prize.amount / TOKEN}`;
  });
const order = (ranks: number[], end: number | null, last: number[]): RowPrizes => ({
  prizes: build(last),
  groupEnds: findGroupEnds(buildRows(ranks), end),
  isOrdered: true,
  pageEnd: null,
});

describe('prize of a row', () => {
  it('a rank without a tie has the amount of its place', () => {
    const ranks = [1, 2, 3, 4, 5, 6];
    expect(show(ranks, order(ranks, 6, [1, 2, 3, 5]))).toEqual(['100', '60', '40', '20', '20', null]);
  });

  it('tied entries share the amounts of their places', () => {
    const ranks = [1, 2, 2, 4, 4, 6];
    expect(show([1, 2, 4], order(ranks, 6, [1, 2, 2, 4]))).toEqual(['100', '50', '20']);
  });

  it('a tie over the last paid place shares what its paid places give, and all of it is above the line', () => {
    const ranks = [1, 2, 3, 4, 5, 5, 5, 8];
    const prizes = order(ranks, 8, [1, 2, 3, 5]);
    expect(computeRowPrize(5, prizes)).toEqual({ amount: (20n * TOKEN) / 3n, isUpperBound: false });
    const rows = buildRows(ranks);
    expect(rows.map((row, at) => isLastPaid(row, rows[at + 1], prizes)).indexOf(true)).toBe(6);
  });

  it('the line is below the last row of a page that ends at or after the last paid place, and no earlier one', () => {
    const prizes = order([3, 4, 5], null, [1, 2, 3, 5]);
    const isBelow = (rank: number, pageEnd: number | null) =>
      isLastPaid({ rank }, undefined, { ...prizes, pageEnd });
    expect([isBelow(5, 5), isBelow(4, 8), isBelow(4, 4), isBelow(5, null), isBelow(6, 8)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('a group that continues after the page has an upper bound', () => {
    expect(show([5], order([3, 4, 5], null, [1, 2, 3, 5]))).toEqual(['up to 20']);
  });

  it('without the rows around it, a rank is known by the entries on the last places', () => {
    const prizes = { prizes: build([1, 2, 2, 4]), groupEnds: new Map(), isOrdered: false, pageEnd: null };
    expect(show([1, 2, 4], prizes)).toEqual(['100', '50', 'up to 20']);
  });

  it('the next prize is that of the level above', () => {
    const prizes = build([1, 2, 3, 5]);
    expect(findNextPrize({ rank: 6, total_points: 90 }, prizes)).toMatchObject({ points: 5 });
    expect(findNextPrize({ rank: 3, total_points: 97 }, prizes)).toMatchObject({ points: 1 });
    expect(findNextPrize({ rank: 1, total_points: 99 }, prizes)).toBeNull();
  });
});
