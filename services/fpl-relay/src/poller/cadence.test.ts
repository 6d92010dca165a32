import type { Fixture } from '@touchline/api/http/fpl';
import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { describe, expect, test } from 'vitest';
import { isMatchOn } from '../football/match-interval.ts';
import type { Season } from '../snapshots/snapshots.ts';
import { backoffMs, NO_PROGRESS, nextDue, nextPoll, type Progress } from './cadence.ts';

const NOW = Date.parse('2025-08-16T12:00:00.000Z');
const MINUTE = 60_000;
const iso = (time: number) => new Date(time).toISOString();

const match = (kickoffInMinutes: number | null, more: Partial<Fixture> = {}) =>
  ({
    id: 1,
    event: 1,
    kickoff_time: kickoffInMinutes === null ? null : iso(NOW + kickoffInMinutes * MINUTE),
    started: false,
    finished: false,
    finished_provisional: false,
    ...more,
  }) as Fixture;

const seasonOf = (fixtures: Fixture[], deadlineInMinutes = -100) =>
  ({
    bootstrap: { content: { gameweeks: [{ id: 1, deadline_time: iso(NOW + deadlineInMinutes * MINUTE) }] } },
    fixtures: { content: fixtures },
  }) as unknown as Season;

const justPolled: Progress = { ...NO_PROGRESS, bootstrap: NOW, matches: NOW, attempt: NOW };
const next = (season: Season | null, progress = justPolled, now = NOW) => {
  const due = nextPoll(progress, season, DEFAULT_CALENDAR, now, 1);
  return { kind: due.kind, in: (due.at - NOW) / 1000 };
};

describe('the next poll', () => {
  test('reads everything at once at first', () => {
    expect(next(null, NO_PROGRESS)).toEqual({ kind: 'all', in: -Infinity });
  });

  test('comes after 30 s while a match is on, otherwise after 10 minutes; the bootstrap every 5', () => {
    expect(next(seasonOf([match(-30, { started: true })]))).toEqual({ kind: 'matches', in: 30 });
    expect(next(seasonOf([match(-300, { finished: true })]))).toEqual({ kind: 'all', in: 300 });
    const late: Progress = { ...justPolled, bootstrap: NOW - 299_000 };
    expect(next(seasonOf([match(-30)]), late)).toEqual({ kind: 'all', in: 1 });
  });

  test('comes immediately after a kick-off or a deadline', () => {
    expect(next(seasonOf([match(1)]))).toEqual({ kind: 'matches', in: 60 });
    expect(next(seasonOf([match(100)], 2))).toEqual({ kind: 'all', in: 120 });
  });

  test('reads everything when both are overdue', () => {
    const old: Progress = { ...justPolled, bootstrap: NOW - 3_600_000, matches: NOW - 3_600_000 };
    expect(next(seasonOf([match(-30)]), old).kind).toBe('all');
  });

  test('backs off after faults', () => {
    const failed = (failures: number): Progress => ({ ...justPolled, matches: NOW - 60_000, failures });
    const pauses = [1, 2, 3, 4].map((failures) => next(seasonOf([match(-30)]), failed(failures)).in);
    expect(pauses).toEqual([15, 30, 60, 60]);
    expect([1, 2, 3, 9].map((failures) => backoffMs(500, failures))).toEqual([500, 1000, 2000, 4000]);
    expect(backoffMs(600_000, 20)).toBe(600_000);
  });
});

test('no request comes before the time that the feed has asked for', () => {
  const told: Progress = { ...justPolled, failures: 1, retryAt: NOW + 120_000 };
  expect(next(seasonOf([match(-30)]), told).in).toBe(120);
  expect(next(seasonOf([match(-30)]), { ...justPolled, retryAt: NOW - 1 }).in).toBe(30);
});

describe('past gameweeks', () => {
  /** Gameweeks 1 and 2 are checked and unknown, in the third a match is on. */
  const middle = (...known: number[]) =>
    ({
      bootstrap: {
        content: {
          gameweeks: [1, 2, 3].map((id) => ({ id, deadline_time: iso(NOW - 1), data_checked: id < 3 })),
        },
      },
      fixtures: {
        content: [match(-9000, { event: 1 }), match(-9000, { event: 2 }), match(-30, { event: 3 })],
      },
      live: new Map(known.map((id) => [id, {}])),
    }) as unknown as Season;
  const due = (progress: Progress, season: Season, now = NOW) => {
    const next = nextDue(progress, season, DEFAULT_CALENDAR, now, 1);
    return { ...next, at: (next.at - NOW) / 1000 };
  };

  test('are read one at a time, latest first, at the interval of a running match', () => {
    expect(due(justPolled, middle())).toEqual({ kind: 'past', gameweek: 2, at: -Infinity });
    const quiet = { ...justPolled, past: NOW - 5_000, bootstrap: NOW + 60_000, matches: NOW + 60_000 };
    expect(due(quiet, middle(2))).toEqual({ kind: 'past', gameweek: 1, at: 25 });
    expect(due(quiet, middle(1, 2)).kind).not.toBe('past');
  });

  test('take turns with polls that are always late', () => {
    const late = { ...justPolled, bootstrap: NOW - 300_000, matches: NOW - 40_000 };
    const afterPoll = { ...late, past: NOW - 60_000, attempt: NOW - 1_000 };
    expect(due(afterPoll, middle(), NOW).kind).toBe('past');
    const afterPast = { ...late, past: NOW - 1_000, attempt: NOW - 2_000 };
    expect(due(afterPast, middle(), NOW).kind).toBe('all');
  });

  test('wait while polling fails', () => {
    expect(due({ ...justPolled, failures: 1 }, middle()).kind).not.toBe('past');
  });

  test('take turns and back off after faults', () => {
    const after = (pastFailures: number) => {
      const quiet = { ...justPolled, bootstrap: NOW + 60_000, matches: NOW + 60_000 };
      return due({ ...quiet, past: NOW, pastFailures }, middle());
    };
    expect(after(0)).toMatchObject({ gameweek: 2, at: 30 });
    expect(after(1)).toMatchObject({ gameweek: 1, at: 30 });
    expect(after(3)).toMatchObject({ gameweek: 1, at: 60 });
  });
});

describe('a match is on', () => {
  test.each<[string, Fixture, boolean]>([
    ['before its kick-off', match(1), false],
    ['from its scheduled kick-off', match(0), true],
    ['when the feed says it has started', match(5, { started: true }), true],
    ['not after the whistle', match(-110, { started: true, finished_provisional: true }), false],
    ['not endlessly when it never ends', match(-7 * 60, { started: true }), false],
    ['not while postponed', match(null), false],
  ])('%s', (_name, fixture, on) => {
    expect(isMatchOn([fixture], NOW)).toBe(on);
  });
});
