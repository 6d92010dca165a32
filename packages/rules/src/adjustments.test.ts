import { expect, it } from 'vitest';
import { type AdjustmentSum, computeAdjustedCoefficient, groupAdjustments } from './adjustments.ts';

const sum = (field: AdjustmentSum['field'], delta: number, from_gameweek: number | null = null) => ({
  ordinal: 3,
  field,
  delta,
  from_gameweek,
});

it('game rule 3.14: corrected points are earned without a coefficient, and the sums of an entry add up', () => {
  const adjustments = groupAdjustments([
    sum('current_points', 4),
    sum('earned_points', -500),
    sum('coefficient_applied', 50, 6),
    sum('current_points', -1),
    sum('coefficient_applied', -20, 8),
    { ...sum('current_points', 7), ordinal: 1 },
  ]);
  const coefficients = [
    { from: 6, delta: 50 },
    { from: 8, delta: -20 },
  ];
  expect(adjustments).toEqual(
    new Map([
      [2, { gross: 3, earned: 2_500, coefficients }],
      [0, { gross: 7, earned: 7_000, coefficients: [] }],
    ]),
  );
});

it.each([
  ['not before its gameweek', 1_050, 5, 1_050],
  ['from its gameweek on', 1_050, 6, 1_100],
  ['together with a later one', 1_050, 8, 1_080],
  ['up to 2', 1_980, 6, 2_000],
])('game rule 3.14: a corrected coefficient counts %s', (_, byStakes, gameweek, expected) => {
  const sums = [sum('coefficient_applied', 50, 6), sum('coefficient_applied', -20, 8)];
  const adjusted = groupAdjustments(sums).get(2);
  expect(computeAdjustedCoefficient(byStakes, adjusted, gameweek)).toBe(expected);
});

it('game rule 3.14: a corrected coefficient is at least 1', () => {
  const adjusted = groupAdjustments([sum('coefficient_applied', -80, 1)]).get(2);
  expect(computeAdjustedCoefficient(1_050, adjusted, 1)).toBe(1_000);
  expect(computeAdjustedCoefficient(1_050, undefined, 1)).toBe(1_050);
});
