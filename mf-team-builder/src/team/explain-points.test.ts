import { expect, it } from 'vitest';
import { explainPoints } from './explain-points.ts';

it.each([
  [
    { entry_points: 158, current_points: 179, coefficient_applied: 1.05, earned_points: 22.05 },
    '21 since joining x 1.05',
  ],
  [
    { entry_points: 158, current_points: 158, coefficient_applied: 1, earned_points: 0 },
    '0 since joining x 1',
  ],
  // Negative gameweeks count once.
  [{ entry_points: 10, current_points: 8, coefficient_applied: 1.1, earned_points: -2 }, '-2 since joining'],
  // An administrator has corrected the points.
  [
    { entry_points: 158, current_points: 179, coefficient_applied: 1.05, earned_points: 0 },
    '21 since joining',
  ],
])('explainPoints explains the earned points of %j', (team, text) => {
  expect(explainPoints(team)).toBe(text);
});
