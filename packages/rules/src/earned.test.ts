import { describe, expect, it } from 'vitest';
import { earnedPoints, earnedThousandths, entryTotals } from './earned.ts';

describe('earned points', () => {
  it.each([
    [41, 1050, 43050],
    [41, 1000, 41000],
    [0, 1250, 0],
    [-3, 1250, -3000],
    [1, 1055, 1055],
  ])('%i points at %i thousandths are %i', (gross, coefficient, expected) => {
    expect(earnedThousandths(gross, coefficient)).toBe(expected);
  });

  it('the example of the rules: join at 512, gameweek 41, coefficient 1.05', () => {
    const totals = entryTotals(512, [{ points: 41, coefficient_thousandths: 1050 }]);
    expect(totals).toEqual({ gross: 41, current_points: 553, earned_thousandths: 43050 });
    expect(earnedPoints(totals.earned_thousandths)).toBe(43.05);
  });

  it('amplifies each gameweek by itself, never a negative one', () => {
    const gameweeks = [
      { points: -4, coefficient_thousandths: 1250 },
      { points: 10, coefficient_thousandths: 1000 },
      { points: 20, coefficient_thousandths: 1070 },
    ];
    expect(entryTotals(100, gameweeks)).toEqual({
      gross: 26,
      current_points: 126,
      earned_thousandths: -4000 + 10000 + 21400,
    });
  });
});
