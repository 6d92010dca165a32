import { expect, test } from 'vitest';
import { formatOrdinal } from './money-facts.ts';

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [22, '22nd'],
  [111, '111th'],
  [1_903, '1,903rd'],
])('%d is written as %s', (place, text) => expect(formatOrdinal(place)).toBe(text));
