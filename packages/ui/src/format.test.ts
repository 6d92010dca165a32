import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatCount,
  formatDate,
  formatDayTime,
  formatMatchday,
  formatPoints,
  formatPointsShort,
  formatTime,
  formatTimeWithSeconds,
  formatTokens,
  formatTokensCompact,
  formatTokensRounded,
  formatUpcoming,
  formatUtc,
  formatWeekdayTime,
  plural,
  shortHex,
} from './format.ts';

describe('format', () => {
  it('PAY-02 shortHex shortens addresses and hashes to their first 6 and last 4 characters, but leaves shorter texts', () => {
    expect(shortHex('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39F...2266');
    expect(shortHex('short')).toBe('short');
  });

  it('counts are grouped in thousands', () => {
    expect(formatCount(12345.6)).toBe('12,346');
    expect([plural(0, 'team'), plural(1, 'team'), plural(1200, 'team')]).toEqual([
      '0 teams',
      '1 team',
      '1,200 teams',
    ]);
  });

  it.each([
    [12.34, '12.3', '12.3'],
    [12.35, '12.4', '12.4'],
    [43.05, '43.1', '43.1'],
    [0, '0.0', '0'],
    [-0.01, '0.0', '0'],
    [-3, '-3.0', '-3'],
    [1000, '1000.0', '1000'],
  ])('RANK-08 %d points are %s in a column and %s in a sentence', (points, column, sentence) => {
    expect(formatPoints(points)).toBe(column);
    expect(formatPointsShort(points)).toBe(sentence);
  });

  it.each([
    ['0', '0'],
    ['0.57', '0.57'],
    ['2.3', '2.3'],
    ['8.2', '8.2'],
    ['19.99', '19.99'],
    ['0.000000000000000001', '0'],
    ['999', '999'],
    ['999.999', '999.99'],
    ['999.999999999999999999', '999.99'],
    ['1e-7', '0'],
    ['1000', '1K'],
    ['1150', '1.15K'],
    ['2500', '2.5K'],
    ['4999', '4.99K'],
    ['999999', '999.99K'],
    ['1000000', '1M'],
    ['2345678.9', '2.34M'],
    ['10000000', '10M'],
  ])('STAKE-17 %s tokens are %s', (tokens, text) => {
    expect(formatTokensCompact(tokens)).toBe(text);
  });

  it('exact amounts keep every decimal', () => {
    expect(formatTokens('1234567.000000000000000001')).toBe('1,234,567.000000000000000001');
    expect(formatTokens('1000.500')).toBe('1,000.5');
    expect(formatTokens('999.00')).toBe('999');
  });

  it('rounded amounts are whole tokens', () => {
    expect(
      ['0', '500', '1000.00', '999.6', '999.4', '0.499999999999999999'].map(formatTokensRounded),
    ).toEqual(['0', '500', '1,000', '1,000', '999', '0']);
  });

  it('counts and dates read as those of Intl in British English, in the time zone of the visitor', () => {
    const withIntl = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-GB', options).format;
    const time = { hour: '2-digit', minute: '2-digit' } as const;
    const dates: [(instant: number) => string, (instant: number) => string][] = [
      [formatTime, withIntl(time)],
      [formatTimeWithSeconds, withIntl({ ...time, second: '2-digit' })],
      [formatWeekdayTime, withIntl({ ...time, weekday: 'short' })],
      [formatDayTime, withIntl({ ...time, weekday: 'short', day: 'numeric', month: 'short' })],
      [formatDate, withIntl({ day: 'numeric', month: 'long', year: 'numeric' })],
      [formatMatchday, withIntl({ weekday: 'long', day: 'numeric', month: 'long' })],
    ];
    const counts = new Intl.NumberFormat('en-GB');
    const instant = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) });
    fc.assert(
      fc.property(instant, fc.integer(), (at, count) => {
        for (const [format, expected] of dates) expect(format(at)).toBe(expected(at));
        expect(formatCount(count)).toBe(counts.format(count));
      }),
    );
  });

  it('a coming time has a date from the seventh day on', () => {
    const now = new Date(2026, 7, 14, 20).getTime();
    const format = (day: number, hour: number) =>
      formatUpcoming(new Date(2026, 7, day, hour).toISOString(), now);
    expect([format(15, 12), format(20, 20)]).toEqual(['Sat 12:00', 'Thu 20:00']);
    expect([format(20, 21), format(28, 20)]).toEqual(['Thu 20 Aug, 21:00', 'Fri 28 Aug, 20:00']);
  });

  it('UTC times include their time zone', () => {
    expect(formatUtc('2026-08-15T14:00:00.000Z')).toBe('15 Aug 2026, 14:00 UTC');
    expect(formatUtc('2026-09-01T00:05:00.000Z')).toBe('1 Sept 2026, 00:05 UTC');
  });
});
