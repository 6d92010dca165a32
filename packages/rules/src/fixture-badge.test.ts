import { describe, expect, it } from 'vitest';
import { DEFAULT_CALENDAR, HOUR_MS, MINUTE_MS } from './calendar.ts';
import { type FixtureProgress, getFixtureBadge } from './fixture-badge.ts';

const NOW = Date.parse('2026-08-15T14:00:00.000Z');
const at = (ms: number) => new Date(NOW + ms).toISOString();
const buildFixture = (fields: Partial<FixtureProgress>): FixtureProgress => ({
  kickoff_time: at(0),
  started: false,
  finished: false,
  finished_provisional: false,
  ...fields,
});
const getBadge = (fields: Partial<FixtureProgress>, lastContactAt = NOW) =>
  getFixtureBadge(buildFixture(fields), NOW, DEFAULT_CALENDAR, lastContactAt);

describe('getFixtureBadge', () => {
  it.each([
    [
      'FT',
      'finished',
      { kickoff_time: at(-3 * HOUR_MS), started: true, finished: true, finished_provisional: true },
    ],
    [
      'FT',
      'provisionally finished',
      { kickoff_time: at(-2 * HOUR_MS), started: true, finished_provisional: true },
    ],
    ['LIVE', 'started', { kickoff_time: at(-HOUR_MS), started: true }],
    ['LIVE', 'past kick-off, not yet reported', { kickoff_time: at(0) }],
    ['LIVE', 'started early', { kickoff_time: at(60_000), started: true }],
  ] as const)('FIX-03 the badge is %s when %s', (expected, _, fields) => {
    expect(getBadge(fields)).toBe(expected);
  });

  it.each([
    ['SOON', 1],
    ['SOON', 23],
    ['SOON', 24],
    ['UPCOMING', 25],
  ] as const)('FIX-04 the badge is %s %d hours before kick-off', (expected, hours) => {
    expect(getBadge({ kickoff_time: at(hours * HOUR_MS) })).toBe(expected);
  });

  it('FIX-04 the badge follows the configured calendar', () => {
    const fixture = buildFixture({ kickoff_time: at(10 * 60_000) });
    const short = { ...DEFAULT_CALENDAR, soon_hours: 0.1 };
    expect(getFixtureBadge(fixture, NOW, short, NOW)).toBe('UPCOMING');
  });

  it('FIX-04 the badge is Postponed without a kick-off time, unless the match is finished', () => {
    expect(getBadge({ kickoff_time: null })).toBe('Postponed');
    expect(getBadge({ kickoff_time: null, finished: true })).toBe('FT');
  });

  it.each([
    ['LIVE', 14 * MINUTE_MS, NOW, {}],
    ['Delayed', 15 * MINUTE_MS, NOW, {}],
    ['Delayed', 3 * HOUR_MS, NOW, {}],
    ['LIVE', 15 * MINUTE_MS, NOW, { started: true }],
    // The last contact with the feed was before the delay.
    ['LIVE', 3 * HOUR_MS, NOW - 3 * HOUR_MS + 14 * MINUTE_MS, {}],
  ] as const)('FIX-03 the badge is %s %d ms after kick-off', (expected, late, lastContactAt, fields) => {
    expect(getBadge({ kickoff_time: at(-late), ...fields }, lastContactAt)).toBe(expected);
  });

  it('FIX-03 the delay follows the configured calendar', () => {
    const fixture = buildFixture({ kickoff_time: at(-MINUTE_MS) });
    const short = { ...DEFAULT_CALENDAR, tail_minutes: 5 };
    expect(getFixtureBadge(fixture, NOW, short, NOW)).toBe('Delayed');
  });
});
