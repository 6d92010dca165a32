import type { Fixture } from '@touchline/api/http/fpl';
import { type Calendar, SECOND_MS } from '@touchline/rules/calendar';
import { at, hasStarted, isOver, kickoffOf } from '../football/gameweeks.ts';
import type { Season } from '../snapshots/snapshots.ts';
import { unknownPast } from './past-gameweeks.ts';
import type { PollKind } from './poll.ts';

/** How the polling goes; times are epoch ms, -Infinity for never. */
export interface Progress {
  /** When the last poll began that brought the bootstrap, and the matches. */
  bootstrap: number;
  matches: number;
  /** When the last poll ended, well or not. */
  attempt: number;
  /** Polls with a fault since the last one without. */
  failures: number;
  /** When a past gameweek was last read, well or not, and how often in a row not. */
  past: number;
  pastFailures: number;
}

export const NO_PROGRESS: Progress = {
  bootstrap: -Infinity,
  matches: -Infinity,
  attempt: -Infinity,
  failures: 0,
  past: -Infinity,
  pastFailures: 0,
};

/** What to do next: a poll, or reading a past gameweek. */
export type Due = { at: number } & ({ kind: PollKind } | { kind: 'past'; gameweek: number });

/** A match that never ends in the feed (abandoned) counts as on for this long after its kick-off. */
const LONGEST_MATCH_MS = 6 * 3_600_000;

export function isMatchOn(fixtures: readonly Fixture[], now: number): boolean {
  return fixtures.some((fixture) => {
    const kickoff = kickoffOf(fixture);
    return (
      !isOver(fixture) && hasStarted(fixture, now) && (kickoff === null || now - kickoff < LONGEST_MATCH_MS)
    );
  });
}

/** Seconds between two looks at the matches. */
export function matchesIntervalMs(fixtures: readonly Fixture[], calendar: Calendar, now: number): number {
  return SECOND_MS * (isMatchOn(fixtures, now) ? calendar.poll_live_seconds : calendar.poll_idle_seconds);
}

/**
 * When to ask the feed next, and for what. History waits until the polling goes well, and comes one gameweek at a time;
 * after a fault another one.
 */
export function nextDue(
  progress: Progress,
  view: Season | null,
  calendar: Calendar,
  now: number,
  jitter: number,
): Due {
  const poll = nextPoll(progress, view, calendar, now, jitter);
  const unknown = progress.failures === 0 ? unknownPast(view) : [];
  const gameweek = unknown[progress.pastFailures % unknown.length];
  if (gameweek === undefined) return poll;
  const interval = calendar.poll_live_seconds * SECOND_MS;
  const pause = progress.pastFailures > 0 ? backoffMs(interval, progress.pastFailures) : 0;
  const at = progress.past + Math.max(interval, pause) * jitter;
  // Where polling is always late (a season in hours, a busy machine), they take turns.
  const itsTurn = now < poll.at || progress.attempt > progress.past;
  return at < poll.at && itsTurn ? { kind: 'past', gameweek, at } : poll;
}

/**
 * The next poll: by the intervals of the calendar, right when a deadline or a kick-off has passed, and after a fault
 * with growing pauses. `jitter` (about 1) keeps many relays from asking in step.
 */
export function nextPoll(
  progress: Progress,
  view: Season | null,
  calendar: Calendar,
  now: number,
  jitter: number,
): { kind: PollKind; at: number } {
  const fixtures = view?.fixtures.content ?? [];
  const interval = view ? matchesIntervalMs(fixtures, calendar, now) : calendar.poll_live_seconds * SECOND_MS;
  const deadlines = view?.bootstrap.content.gameweeks.map(({ deadline_time }) => at(deadline_time)) ?? [];
  const kickoffs = fixtures.map(kickoffOf).filter((kickoff) => kickoff !== null);
  const all = Math.min(
    progress.bootstrap + calendar.poll_bootstrap_seconds * SECOND_MS * jitter,
    firstAfter(deadlines, progress.bootstrap),
  );
  const matches = Math.min(progress.matches + interval * jitter, firstAfter(kickoffs, progress.matches));
  const pause =
    progress.failures > 0 ? progress.attempt + backoffMs(interval, progress.failures) * jitter : -Infinity;
  const next = Math.max(Math.min(all, matches), pause);
  return { kind: all <= Math.max(next, now) ? 'all' : 'matches', at: next };
}

function firstAfter(times: readonly number[], moment: number): number {
  return times.reduce((first, time) => (time > moment && time < first ? time : first), Infinity);
}

/** 1, 2, 4 ... times the interval (15 s at most to begin with), up to a minute or the interval itself. */
export function backoffMs(intervalMs: number, failures: number): number {
  const first = Math.min(intervalMs, 15 * SECOND_MS);
  const longest = Math.max(intervalMs, Math.min(60 * SECOND_MS, 8 * intervalMs));
  return Math.min(longest, first * 2 ** (failures - 1));
}
