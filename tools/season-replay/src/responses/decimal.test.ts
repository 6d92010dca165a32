import { expect, it } from 'vitest';
import { formatDecimal } from './decimal.ts';

it.each([
  [2.25, 1, '2.2'],
  [2.75, 1, '2.8'],
  [0.25, 1, '0.2'],
  [2.35, 1, '2.4'],
  [-0.75, 1, '-0.8'],
  [0, 1, '0.0'],
  [0.125, 2, '0.12'],
  [0.375, 2, '0.38'],
  [13.5, 1, '13.5'],
] as const)('%d with %d places is written as %s, as in Python', (value, places, text) => {
  expect(formatDecimal(value, places)).toBe(text);
});
