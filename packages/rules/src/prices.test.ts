import { describe, expect, it } from 'vitest';
import { formatPrice, priceTenths } from './prices.ts';

describe('prices', () => {
  it.each([
    [55, '£5.5m'],
    [60, '£6.0m'],
    [1000, '£100.0m'],
    [-1, '£-0.1m'],
  ])('BUILD-18 %i tenths are displayed as %s', (tenths, text) => {
    expect(formatPrice(tenths)).toBe(text);
  });

  it('BUILD-18 every price survives the conversion to millions and back', () => {
    for (let tenths = 0; tenths <= 1500; tenths += 1) expect(priceTenths(tenths / 10)).toBe(tenths);
    // 0.09999999999999432
    expect(priceTenths(100 - 99.9)).toBe(1);
  });
});
