import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildScoreBook, type FixtureScore, provisionalBonus } from './scores.ts';

const rows = (bps: readonly number[], bonus: readonly number[] = []): FixtureScore[] =>
  bps.map((value, index) => ({
    fixture: 1,
    player: index + 1,
    points: 2,
    minutes: 90,
    cards: 0,
    bps: value,
    bonus: bonus[index] ?? 0,
  }));

const bonusList = (bps: readonly number[], bonus?: readonly number[]) => {
  const awarded = provisionalBonus(rows(bps, bonus));
  return bps.map((_value, index) => awarded.get(index + 1) ?? 0);
};

describe('provisionalBonus', () => {
  it.each<[string, number[], number[]]>([
    ['3, 2, 1 by BPS', [10, 40, 30, 20], [0, 3, 2, 1]],
    ['two first: 3, 3, 1', [40, 40, 30, 20], [3, 3, 1, 0]],
    ['two second: 3, 2, 2 and no third', [40, 30, 30, 20], [3, 2, 2, 0]],
    ['two third: 3, 2, 1, 1', [40, 30, 20, 20], [3, 2, 1, 1]],
    ['three first: 3, 3, 3 and no other', [40, 40, 40, 20], [3, 3, 3, 0]],
    ['none if no player has BPS', [0, 0, 0, 0], [0, 0, 0, 0]],
    ['players without BPS are not ranked', [3, 0, -2, 0], [3, 0, 0, 0]],
  ])('provisional bonus: %s', (_title, bps, expected) => {
    expect(bonusList(bps)).toEqual(expected);
  });

  it('provisional bonus ends when the feed awards bonus to a player of the fixture', () => {
    expect(bonusList([40, 30, 20], [0, 0, 1])).toEqual([0, 0, 0]);
  });

  it('provisional bonus does not depend on the order of the rows', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 60 }), { maxLength: 28 }), (bps) => {
        const forward = [...provisionalBonus(rows(bps))].sort(([a], [b]) => a - b);
        const backward = [...provisionalBonus(rows(bps).reverse())].sort(([a], [b]) => a - b);
        expect(backward).toEqual(forward);
      }),
    );
  });
});

describe('buildScoreBook', () => {
  it('buildScoreBook ranks each fixture separately and keeps both rows of a double gameweek', () => {
    const first = rows([40, 10]);
    const second = rows([5, 9], [0, 3]).map((row) => ({ ...row, fixture: 2 }));
    const book = buildScoreBook([...first, ...second]);
    expect(book.get(1)?.map((score) => [score.fixture, score.provisional_bonus])).toEqual([
      [1, 3],
      [2, 0],
    ]);
    expect(book.get(2)?.map((score) => score.provisional_bonus)).toEqual([2, 0]);
  });

  it('buildScoreBook adds no provisional bonus to the scores of a checked gameweek', () => {
    const book = buildScoreBook(rows([40, 10], [0, 0]), true);
    expect([...book.values()].flat().map((score) => score.provisional_bonus)).toEqual([0, 0]);
  });
});
