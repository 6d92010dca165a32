import { expect, test } from 'vitest';
import { formatPrize, ordinal } from './format.ts';

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
  [1_902, '1,902nd'],
  [1_903, '1,903rd'],
])('%d is written as %s', (place, text) => expect(ordinal(place)).toBe(text));

test.each([
  ['0', '0 USDC'],
  ['4000', 'under 0.01 USDC'],
  ['10000', '0.01 USDC'],
  ['1900509999', '1,900.5 USDC'],
  ['123456789000000', '123,456,789 USDC'],
])('a prize of %s units is written as %s', (units, text) =>
  expect(formatPrize(units, { symbol: 'USDC', decimals: 6 })).toBe(text),
);
