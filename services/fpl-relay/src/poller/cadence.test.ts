import type { Fixture } from '@touchline/api/http/football';
import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { describe, expect, test } from 'vitest';
import type { SeasonView } from '../snapshots/snapshots.ts';
import { backoffMs, isMatchOn, NO_PROGRESS, nextPoll, type Progress } from './cadence.ts';

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

const viewOf = (fixtures: Fixture[], deadlineInMinutes = -100) =>
  ({
    bootstrap: { content: { gameweeks: [{ id: 1, deadline_time: iso(NOW + deadlineInMinutes * MINUTE) }] } },
    fixtures: { content: fixtures },
  }) as unknown as SeasonView;

const justPolled: Progress = { bootstrap: NOW, matches: NOW, attempt: NOW, failures: 0 };
const next = (view: SeasonView | null, progress = justPolled, now = NOW) => {
  const due = nextPoll(progress, view, DEFAULT_CALENDAR, now, 1);
  return { kind: due.kind, in: (due.at - NOW) / 1000 };
};

describe('the rhythm of polling', () => {
  test('at first everything, at once', () => {
    expect(next(null, NO_PROGRESS)).toEqual({ kind: 'all', in: -Infinity });
  });

  test('every 30 s while a match is on, otherwise every 10 minutes; the bootstrap every 5', () => {
    expect(next(viewOf([match(-30, { started: true })]))).toEqual({ kind: 'matches', in: 30 });
    expect(next(viewOf([match(-300, { finished: true })]))).toEqual({ kind: 'all', in: 300 });
    const late: Progress = { ...justPolled, bootstrap: NOW - 299_000 };
    expect(next(viewOf([match(-30)]), late)).toEqual({ kind: 'all', in: 1 });
  });

  test('right when a kick-off or a deadline passes', () => {
    expect(next(viewOf([match(1)]))).toEqual({ kind: 'matches', in: 60 });
    expect(next(viewOf([match(100)], 2))).toEqual({ kind: 'all', in: 120 });
  });

  test('a poll that is overdue for both brings everything', () => {
    const old: Progress = { bootstrap: NOW - 3_600_000, matches: NOW - 3_600_000, attempt: NOW, failures: 0 };
    expect(next(viewOf([match(-30)]), old).kind).toBe('all');
  });

  test('after faults with growing pauses', () => {
    const failed = (failures: number): Progress => ({
      bootstrap: NOW,
      matches: NOW - 60_000,
      attempt: NOW,
      failures,
    });
    const pauses = [1, 2, 3, 4].map((failures) => next(viewOf([match(-30)]), failed(failures)).in);
    expect(pauses).toEqual([15, 30, 60, 60]);
    expect([1, 2, 3, 9].map((failures) => backoffMs(500, failures))).toEqual([500, 1000, 2000, 4000]);
    expect(backoffMs(600_000, 20)).toBe(600_000);
  });
});

describe('a match is on', () => {
  test.each<[string, Fixture, boolean]>([
    ['before its kick-off', match(1), false],
    ['from its scheduled kick-off', match(0), true],
    ['when the feed says it has started', match(5, { started: true }), true],
    ['not after the whistle', match(-110, { started: true, finished_provisional: true }), false],
    ['not for ever when it never ends', match(-7 * 60, { started: true }), false],
    ['not while postponed', match(null), false],
  ])('%s', (_name, fixture, on) => {
    expect(isMatchOn([fixture], NOW)).toBe(on);
  });
});
