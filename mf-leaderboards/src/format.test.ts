import { expect, it } from 'vitest';
import { pluralEntries, pluralPoints } from './format.ts';

it.each([
  [0, '0 points'],
  [1, '1 point'],
  [1.04, '1 point'],
  [-1, '-1 point'],
  [37.34, '37.3 points'],
])('%d earned points read %s', (points, text) => {
  expect(pluralPoints(points)).toBe(text);
});

it.each([
  [0, '0 entries'],
  [1, '1 entry'],
  [1200, '1,200 entries'],
])('%d entries read %s', (entries, text) => {
  expect(pluralEntries(entries)).toBe(text);
});
