import { expect, it } from 'vitest';
import { toTokens, toWei } from './plan-draft.ts';

it.each([
  ['1500000000000000000', 18, '1.5'],
  ['1', 18, '0.000000000000000001'],
  ['0', 6, '0'],
  ['42', 0, '42'],
])('%s wei of a token with %i decimals are %s tokens and back', (wei, decimals, text) => {
  expect(toTokens(wei, { decimals })).toBe(text);
  expect(toWei(text, { decimals })).toBe(wei);
});

it.each(['', '-1', '1e3', '1.0000001', '1,5', '0,5', '10,00', ',5', '0,500', '1000,000'])(
  '%j is not an amount of a token with 6 decimals',
  (text) => {
    expect(toWei(text, { decimals: 6 })).toBeNull();
  },
);

it.each([
  ['1,500.5', '1500500000'],
  ['12,345,678', '12345678000000'],
])('commas may group the thousands of %s tokens', (text, wei) => {
  expect(toWei(text, { decimals: 6 })).toBe(wei);
});
