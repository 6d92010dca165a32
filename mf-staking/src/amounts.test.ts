import { describe, expect, it } from 'vitest';
import { exactAmount, shortAmount } from './amounts.ts';

describe('amounts', () => {
  it.each([
    ['0', '0'],
    ['999', '999'],
    ['999.999', '999.99'],
    ['1000', '1K'],
    ['1150', '1.15K'],
    ['2500', '2.5K'],
    ['4999', '4.99K'],
    ['999999', '999.99K'],
    ['1000000', '1M'],
    ['2345678.9', '2.34M'],
    ['10000000', '10M'],
  ])('STAKE-17 %s is shown as %s', (tokens, text) => {
    expect(shortAmount(tokens)).toBe(text);
  });

  it('stand exactly where that matters', () => {
    expect(exactAmount('1234567.000000000000000001')).toBe('1,234,567.000000000000000001');
    expect(exactAmount('999')).toBe('999');
  });
});
