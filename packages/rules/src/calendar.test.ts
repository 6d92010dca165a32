import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countdownTarget,
  DEFAULT_CALENDAR,
  gameStatus,
  gameweekPeriod,
  HOUR_MS,
  isSoon,
  joinWindow,
  MINUTE_MS,
  remainingTime,
  type TimedGame,
} from './calendar.ts';

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
    const later = kickoff === null ? null : kickoff + END;
    expect(isSoon(later, END, DEFAULT_CALENDAR)).toBe(soon);
  });
});

const START = Date.parse('2024-08-16T19:00:00Z');
const END = START + 72 * HOUR_MS;
const weekly: TimedGame = { game_type: 'WEEKLY', start: START, end: END };
const season: TimedGame = { ...weekly, game_type: 'SEASON' };
const tournament: TimedGame = { ...weekly, game_type: 'TOURNAMENT' };
const dated: TimedGame = { ...tournament, join_deadline: START + HOUR_MS };
const hours = (from: number, count: number) => from + count * HOUR_MS;

describe('joinWindow', () => {
  it.each<[string, TimedGame, number, string]>([
    ['CHOOSE-08 season, 76 h before the start', season, hours(START, -76), 'NOT_OPEN'],
    ['CHOOSE-08 season, 74 h before the start', season, hours(START, -74), 'OPEN'],
    ['CHOOSE-08 weekly, 76 h before the start', weekly, hours(START, -76), 'NOT_OPEN'],
    ['CHOOSE-08 weekly, exactly 75 h before the start', weekly, hours(START, -75), 'OPEN'],
    ['CHOOSE-08 weekly, while it runs', weekly, hours(START, 10), 'OPEN'],
    ['CHOOSE-08 weekly, a millisecond before the end', weekly, END - 1, 'OPEN'],
    ['CHOOSE-08 weekly, at the end', weekly, END, 'CLOSED'],
    ['TOURN-04 tournament, 121 min before the start', tournament, START - 121 * MINUTE_MS, 'NOT_OPEN'],
    ['TOURN-04 tournament, 119 min before the start', tournament, START - 119 * MINUTE_MS, 'OPEN'],
    ['TOURN-04 tournament without deadline, before the end', tournament, END - 1, 'OPEN'],
    ['TOURN-04 tournament, before its deadline', dated, hours(START, 1) - 1, 'OPEN'],
    ['TOURN-04 tournament, at its deadline', dated, hours(START, 1), 'CLOSED'],
    ['a cancelled game', { ...weekly, status: 'CANCELLED' }, START, 'CANCELLED'],
    ['a game that was completed early', { ...weekly, status: 'COMPLETED' }, START, 'CLOSED'],
  ])('%s', (_title, game, now, code) => {
    const window = joinWindow(game, now, DEFAULT_CALENDAR);
    expect(window.code).toBe(code);
    expect(window.reason).toMatch(/\.$/);
  });

  it('the join window takes its length from the calendar', () => {
    const calendar = { ...DEFAULT_CALENDAR, season_window_hours: 1 };
    expect(joinWindow(weekly, START, calendar)).toMatchObject({ opens_at: hours(START, -1), closes_at: END });
  });
});

describe('gameStatus', () => {
  it.each<[string, number, string]>([
    ['a millisecond before the start', START - 1, 'UPCOMING'],
    ['at the start', START, 'ACTIVE'],
    ['a millisecond before the end', END - 1, 'ACTIVE'],
    ['at the end', END, 'COMPLETED'],
  ])('CHOOSE-12 status %s', (_title, now, status) => {
    expect(gameStatus(weekly, now)).toBe(status);
  });

  it('a cancelled game remains CANCELLED', () => {
    expect(gameStatus({ ...weekly, status: 'CANCELLED' }, START)).toBe('CANCELLED');
  });
});

describe('countdownTarget', () => {
  it.each<[string, TimedGame, number, string, number | null]>([
    ['CHOOSE-09 76 h before the start', weekly, hours(START, -76), 'Join window opens in', hours(START, -75)],
    ['CHOOSE-09 74 h before the start', weekly, hours(START, -74), 'Game starts in', START],
    [
      'CHOOSE-09 tournament, 3 h before',
      tournament,
      hours(START, -3),
      'Join window opens in',
      hours(START, -2),
    ],
    ['CHOOSE-10 running game', weekly, START, 'Game ends in', END],
    ['CHOOSE-10 finished game', weekly, END, 'Game ended', null],
    ['game that was completed early', { ...weekly, status: 'COMPLETED' }, START, 'Game ended', null],
    ['cancelled game', { ...weekly, status: 'CANCELLED' }, START, 'Cancelled', null],
  ])('%s', (_title, game, now, label, target) => {
    expect(countdownTarget(game, now, DEFAULT_CALENDAR)).toEqual({ label, target });
  });
});

describe('remainingTime', () => {
  it('CHOOSE-11 the remaining time has days, hours, minutes, seconds and the total', () => {
    const left = (((1 * 24 + 2) * 60 + 3) * 60 + 4) * 1000;
    expect(remainingTime(START + left, START)).toEqual({
      days: 1,
      hours: 2,
      minutes: 3,
      seconds: 4,
      total: 93784,
    });
  });

  it('CHOOSE-11 the remaining time decreases by one second each second and ends at zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 10 * 24 * HOUR_MS }), (left) => {
        const now = remainingTime(left, 0);
        expect(remainingTime(left, 1000).total).toBe(now.total - 1);
        expect(((now.days * 24 + now.hours) * 60 + now.minutes) * 60 + now.seconds).toBe(now.total);
      }),
    );
    expect(remainingTime(1, 0).total).toBe(1);
    expect(remainingTime(0, 5000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0, total: 0 });
  });
});
