import { expect, test } from 'vitest';
import { describeResult } from './money-facts.ts';

test.each([
  [1_902, '4000', 'You finished 1,902nd of 4,000 and won under 0.01 USDC.'],
  [1, '1900509999', 'You finished 1st of 4,000 and won 1,900.5 USDC.'],
  [4_000, null, 'You finished 4,000th of 4,000.'],
])('place %d with a prize of %s units reads "%s"', (rank, amount, text) => {
  const token = { address: '0xd', symbol: 'USDC', decimals: 6 };
  expect(describeResult({ rank, entries: 4_000, amount }, token)).toBe(text);
});
