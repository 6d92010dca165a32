import { describe, expect, it } from 'vitest';
import { earnedPoints, earnedThousandths } from './earned.ts';

describe('earned points', () => {
  it.each([
    [41, 1050, 43050],
    [41, 1000, 41000],
    [0, 1250, 0],
    [-3, 1250, -3000],
    [1, 1055, 1055],
  ])('%i points at a coefficient of %i are %i earned thousandths', (gross, coefficient, expected) => {
    expect(earnedThousandths(gross, coefficient)).toBe(expected);
  });

  it('earnedPoints returns points with up to three decimals', () => {
    expect(earnedPoints(43_050)).toBe(43.05);
  });
});
