import { describe, expect, it } from 'vitest';
import { DEFAULT_CALENDAR, gameweekPeriod, HOUR_MS, isSoon, MINUTE_MS } from './calendar.ts';

describe('calendar', () => {
  it('the defaults are the values of the specification', () => {
    expect(DEFAULT_CALENDAR).toMatchObject({
      season_window_hours: 75,
      tournament_window_hours: 2,
      tail_minutes: 150,
      deadline_lead_minutes: 90,
      soon_hours: 24,
    });
  });

  it('a gameweek lasts from its first kick-off to 150 minutes after its last', () => {
    expect(gameweekPeriod([5000, null, 1000, 3000], DEFAULT_CALENDAR)).toEqual({
      start: 1000,
      end: 5000 + 150 * MINUTE_MS,
    });
  });

  it('a gameweek without a scheduled fixture has no period', () => {
    expect(gameweekPeriod([], DEFAULT_CALENDAR)).toBeNull();
    expect(gameweekPeriod([null], DEFAULT_CALENDAR)).toBeNull();
  });

  it.each<[string, number | null, boolean]>([
    ['in 23 h', 23 * HOUR_MS, true],
    ['in exactly 24 h', 24 * HOUR_MS, true],
    ['in 25 h', 25 * HOUR_MS, false],
    ['now', 0, false],
    ['without a date', null, false],
  ])('FIX-04 a kick-off %s is SOON or not as specified', (_title, kickoff, soon) => {
    expect(isSoon(kickoff, 0, DEFAULT_CALENDAR)).toBe(soon);
  });
});
