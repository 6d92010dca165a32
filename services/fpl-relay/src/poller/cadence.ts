import { type Calendar, SECOND_MS } from '@touchline/rules/calendar';
import { epochMs, kickoffOf } from '../football/gameweeks.ts';
import { matchesIntervalMs } from '../football/match-interval.ts';
import type { Season } from '../snapshots/snapshots.ts';
import { unknownPast } from './past-gameweeks.ts';
import type { PollKind } from './poll.ts';

/** State of the polling; times are epoch ms, -Infinity for never. */
export interface Progress {
  /** Start of the last poll that read the bootstrap, and of the last that read the matches. */
  bootstrap: number;
  matches: number;
  /** End of the last poll, successful or not. */
  attempt: number;
  /** Consecutive polls with a fault. */
  failures: number;
  /** When a past gameweek was last read, successfully or not, and the consecutive failures. */
  past: number;
  pastFailures: number;
  /** The feed asked for no request before (Retry-After). */
  retryAt: number;
}

export const NO_PROGRESS: Progress = {
  bootstrap: -Infinity,
  matches: -Infinity,
  attempt: -Infinity,
  failures: 0,
  past: -Infinity,
  pastFailures: 0,
  retryAt: -Infinity,
};

/** The next job: a poll, or reading a past gameweek. */
export type Due = { at: number } & ({ kind: PollKind } | { kind: 'past'; gameweek: number });

/**
 * When to read the feed next, and what. Past gameweeks wait until polling works, and are read one at a time; after a
 * fault the next one has its turn.
 */
export function nextDue(
  progress: Progress,
  season: Season | null,
  calendar: Calendar,
  now: number,
  jitter: number,
): Due {
  const poll = nextPoll(progress, season, calendar, now, jitter);
  const unknown = progress.failures === 0 ? unknownPast(season) : [];
  const gameweek = unknown[progress.pastFailures % unknown.length];
  if (gameweek === undefined) return poll;
  const interval = calendar.poll_live_seconds * SECOND_MS;
  const pause = progress.pastFailures > 0 ? backoffMs(interval, progress.pastFailures) : 0;
  const at = Math.max(progress.past + Math.max(interval, pause) * jitter, progress.retryAt);
  // Where polling is always late (a season replayed in hours, a busy machine), the two take turns.
  const itsTurn = now < poll.at || progress.attempt > progress.past;
  return at < poll.at && itsTurn ? { kind: 'past', gameweek, at } : poll;
}

/**
 * The next poll: at the intervals of the calendar, immediately after a deadline or a kick-off, and after faults with
 * exponential backoff. `jitter` (about 1) keeps many relays out of step.
 */
export function nextPoll(
  progress: Progress,
  season: Season | null,
  calendar: Calendar,
  now: number,
  jitter: number,
): { kind: PollKind; at: number } {
  const fixtures = season?.fixtures.content ?? [];
  const interval = season
    ? matchesIntervalMs(fixtures, calendar, now)
    : calendar.poll_live_seconds * SECOND_MS;
  const deadlines =
    season?.bootstrap.content.gameweeks.map(({ deadline_time }) => epochMs(deadline_time)) ?? [];
  const kickoffs = fixtures.map(kickoffOf).filter((kickoff) => kickoff !== null);
  const all = Math.min(
    progress.bootstrap + calendar.poll_bootstrap_seconds * SECOND_MS * jitter,
    firstAfter(deadlines, progress.bootstrap),
  );
  const matches = Math.min(progress.matches + interval * jitter, firstAfter(kickoffs, progress.matches));
  const pause =
    progress.failures > 0 ? progress.attempt + backoffMs(interval, progress.failures) * jitter : -Infinity;
  const next = Math.max(Math.min(all, matches), pause, progress.retryAt);
  return { kind: all <= Math.max(next, now) ? 'all' : 'matches', at: next };
}

function firstAfter(times: readonly number[], moment: number): number {
  return times.reduce((first, time) => (time > moment && time < first ? time : first), Infinity);
}

/** Exponential backoff from the interval (at most 15 s), up to a minute or the interval itself. */
export function backoffMs(intervalMs: number, failures: number): number {
  const first = Math.min(intervalMs, 15 * SECOND_MS);
  const longest = Math.max(intervalMs, Math.min(60 * SECOND_MS, 8 * intervalMs));
  return Math.min(longest, first * 2 ** (failures - 1));
}
