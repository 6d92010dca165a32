import { expect, it } from 'vitest';
import { pluralPoints } from './format.ts';

it.each([
  [0, '0 points'],
  [1, '1 point'],
  [1.04, '1 point'],
  [-1, '-1 point'],
  [37.34, '37.3 points'],
])('%d earned points read %s', (points, text) => {
  expect(pluralPoints(points)).toBe(text);
});
