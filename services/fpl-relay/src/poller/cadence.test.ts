import type { Fixture } from '@touchline/api/http/fpl';
import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { describe, expect, test } from 'vitest';
import { isMatchRunning } from '../football/gameweeks.ts';
import type { Season } from '../snapshots/snapshots.ts';
import {
  computeBackoffMs,
  limitProgress,
  NO_PROGRESS,
  type Progress,
  planNextJob,
  planNextPoll,
} from './cadence.ts';

const NOW = Date.parse('2025-08-16T12:00:00.000Z');
const MINUTE = 60_000;
const iso = (time: number) => new Date(time).toISOString();

const buildMatch = (kickoffInMinutes: number | null, more: Partial<Fixture> = {}) =>
  ({
    id: 1,
    event: 1,
    kickoff_time: kickoffInMinutes === null ? null : iso(NOW + kickoffInMinutes * MINUTE),
    started: false,
    finished: false,
    finished_provisional: false,
    ...more,
  }) as Fixture;

const buildSeason = (fixtures: Fixture[], deadlineInMinutes = -100) =>
  ({
    bootstrap: { content: { gameweeks: [{ id: 1, deadline_time: iso(NOW + deadlineInMinutes * MINUTE) }] } },
    fixtures: { content: fixtures },
  }) as unknown as Season;

const justPolled: Progress = { ...NO_PROGRESS, bootstrap: NOW, matches: NOW, attempt: NOW };
const next = (season: Season | null, progress = justPolled, now = NOW) => {
  const due = planNextPoll(progress, season, DEFAULT_CALENDAR, now, 1);
  return { kind: due.kind, in: (due.at - NOW) / 1000 };
};

describe('planNextPoll', () => {
  test('the poller reads everything immediately after the start', () => {
    expect(next(null, NO_PROGRESS)).toEqual({ kind: 'all', in: -Infinity });
  });

  test('the poller polls every 30 s during a match, otherwise every 10 minutes, and the bootstrap every 5 minutes', () => {
    expect(next(buildSeason([buildMatch(-30, { started: true })]))).toEqual({ kind: 'matches', in: 30 });
    expect(next(buildSeason([buildMatch(-300, { finished: true })]))).toEqual({ kind: 'all', in: 300 });
    const late: Progress = { ...justPolled, bootstrap: NOW - 299_000 };
    expect(next(buildSeason([buildMatch(-30)]), late)).toEqual({ kind: 'all', in: 1 });
  });

  test('the poller polls immediately after a kick-off or a deadline', () => {
    expect(next(buildSeason([buildMatch(1)]))).toEqual({ kind: 'matches', in: 60 });
    expect(next(buildSeason([buildMatch(100)], 2))).toEqual({ kind: 'all', in: 120 });
  });

  test('the poller polls ten minutes after the first report of a check, to confirm it', () => {
    const proposed = { season: null, checks: new Map([[1, NOW - 540_000]]) };
    expect(next(buildSeason([]), { ...justPolled, proposed })).toEqual({ kind: 'all', in: 60 });
    const confirmed = { season: null, checks: new Map([[1, NOW - 600_000]]) };
    expect(next(buildSeason([]), { ...justPolled, proposed: confirmed }).in).toBe(300);
  });

  test('the poller reads everything when both are overdue', () => {
    const old: Progress = { ...justPolled, bootstrap: NOW - 3_600_000, matches: NOW - 3_600_000 };
    expect(next(buildSeason([buildMatch(-30)]), old).kind).toBe('all');
  });

  test('the poller backs off after faults', () => {
    const failed = (failures: number): Progress => ({ ...justPolled, matches: NOW - 60_000, failures });
    const pauses = [1, 2, 3, 4].map((failures) => next(buildSeason([buildMatch(-30)]), failed(failures)).in);
    expect(pauses).toEqual([15, 30, 60, 60]);
    expect([1, 2, 3, 9].map((failures) => computeBackoffMs(500, failures))).toEqual([500, 1000, 2000, 4000]);
    expect(computeBackoffMs(600_000, 20)).toBe(600_000);
  });
});

test('planNextPoll plans no request before the Retry-After time of the feed', () => {
  const paused: Progress = { ...justPolled, failures: 1, retryAt: NOW + 120_000 };
  expect(next(buildSeason([buildMatch(-30)]), paused).in).toBe(120);
  expect(next(buildSeason([buildMatch(-30)]), { ...justPolled, retryAt: NOW - 1 }).in).toBe(30);
});

describe('planNextJob', () => {
  /** Gameweeks 1 and 2 are checked and not stored; a match of gameweek 3 is running. */
  const buildMidSeason = (...stored: number[]) =>
    ({
      bootstrap: {
        content: {
          gameweeks: [1, 2, 3].map((id) => ({ id, deadline_time: iso(NOW - 1), data_checked: id < 3 })),
        },
      },
      fixtures: {
        content: [
          buildMatch(-9000, { event: 1 }),
          buildMatch(-9000, { event: 2 }),
          buildMatch(-30, { event: 3 }),
        ],
      },
      live: new Map(stored.map((id) => [id, {}])),
    }) as unknown as Season;
  const plan = (progress: Progress, season: Season, now = NOW) => {
    const next = planNextJob(progress, season, DEFAULT_CALENDAR, now, 1);
    return { ...next, at: (next.at - NOW) / 1000 };
  };

  test('the poller reads past gameweeks one at a time, latest first, at the interval of a running match', () => {
    expect(plan(justPolled, buildMidSeason())).toEqual({ kind: 'past', gameweek: 2, at: -Infinity });
    const idle = { ...justPolled, past: NOW - 5_000, bootstrap: NOW + 60_000, matches: NOW + 60_000 };
    expect(plan(idle, buildMidSeason(2))).toEqual({ kind: 'past', gameweek: 1, at: 25 });
    expect(plan(idle, buildMidSeason(1, 2)).kind).not.toBe('past');
  });

  test('the poller alternates past gameweeks with polls that are always late', () => {
    const late = { ...justPolled, bootstrap: NOW - 300_000, matches: NOW - 40_000 };
    const afterPoll = { ...late, past: NOW - 60_000, attempt: NOW - 1_000 };
    expect(plan(afterPoll, buildMidSeason(), NOW).kind).toBe('past');
    const afterPast = { ...late, past: NOW - 1_000, attempt: NOW - 2_000 };
    expect(plan(afterPast, buildMidSeason(), NOW).kind).toBe('all');
  });

  test('the poller delays past gameweeks while polling fails', () => {
    expect(plan({ ...justPolled, failures: 1 }, buildMidSeason()).kind).not.toBe('past');
  });

  test('the poller rotates past gameweeks and backs off after faults', () => {
    const after = (pastFailures: number) => {
      const idle = { ...justPolled, bootstrap: NOW + 60_000, matches: NOW + 60_000 };
      return plan({ ...idle, past: NOW, pastFailures }, buildMidSeason());
    };
    expect(after(0)).toMatchObject({ gameweek: 2, at: 30 });
    expect(after(1)).toMatchObject({ gameweek: 1, at: 30 });
    expect(after(3)).toMatchObject({ gameweek: 1, at: 60 });
  });
});

describe('limitProgress', () => {
  /** The progress of a relay whose clock is then set back by two hours. */
  const future = NOW + 120 * MINUTE;
  const ahead: Progress = {
    ...NO_PROGRESS,
    bootstrap: future,
    matches: future,
    attempt: future,
    past: future,
  };

  test('the poller plans at the intervals of the calendar after the clock was set back', () => {
    const limited = limitProgress(ahead, NOW);
    expect(next(buildSeason([buildMatch(-30, { started: true })]), limited)).toEqual({
      kind: 'matches',
      in: 30,
    });
    expect(next(buildSeason([buildMatch(1)]), limited)).toEqual({ kind: 'matches', in: 60 });
    expect(next(buildSeason([buildMatch(100)], 2), limited)).toEqual({ kind: 'all', in: 120 });
    const failed = limitProgress({ ...ahead, failures: 1 }, NOW);
    expect(next(buildSeason([buildMatch(-30)]), failed).in).toBe(30);
    expect(limited.past).toBe(NOW);
    const proposed = { season: null, checks: new Map([[1, future]]) };
    expect(limitProgress({ ...ahead, proposed }, NOW).proposed.checks.get(1)).toBe(NOW);
  });

  test('limits a pause to one hour, and shortens no other time', () => {
    expect(limitProgress({ ...ahead, retryAt: future }, NOW).retryAt).toBe(NOW + 60 * MINUTE);
    const valid: Progress = {
      ...justPolled,
      bootstrap: NOW - 1,
      past: -Infinity,
      retryAt: NOW + 30 * MINUTE,
    };
    expect(limitProgress(valid, NOW)).toEqual(valid);
  });
});

describe('isMatchRunning', () => {
  test.each<[string, Fixture, boolean]>([
    ['returns false before the kick-off', buildMatch(1), false],
    ['returns true from the scheduled kick-off', buildMatch(0), true],
    ['returns true when the feed reports the start', buildMatch(5, { started: true }), true],
    [
      'returns false after the final whistle',
      buildMatch(-110, { started: true, finished_provisional: true }),
      false,
    ],
    ['returns false for a match that never ends in the feed', buildMatch(-7 * 60, { started: true }), false],
    ['returns false while postponed', buildMatch(null), false],
  ])('%s', (_name, fixture, expected) => {
    expect(isMatchRunning([fixture], NOW)).toBe(expected);
  });
});
