import { describe, expect, it } from 'vitest';
import { createAmountMatcher, createDayMatcher } from './displayed-values.ts';

describe('searches for displayed values', () => {
  it.each([
    ['1,234.5', '1234.5', true],
    ['1234', '1234.5', true],
    ['1,234.57', '1234.567', true],
    ['1,000 ft', '1000', true],
    ['1,235', '1234.5', false],
    ['active', '1234.5', false],
    [',', '10', false],
  ])('%s in the amount %s: %s', (search, amount, expected) => {
    expect(createAmountMatcher(search)(amount)).toBe(expected);
  });

  it.each([
    ['sep 1', true],
    ['sep 1, 2026', true],
    ['2026-09-01', true],
    ['sep 2', false],
  ])('%s on 1 September: %s', (search, expected) => {
    expect(createDayMatcher(search)(Date.parse('2026-09-01T23:30:00Z'))).toBe(expected);
  });
});
