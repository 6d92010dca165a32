import { type Calendar, SECOND_MS } from '@touchline/rules/calendar';
import { MAX_WAIT_MS } from '../feed/feed.client.ts';
import { getMatchesIntervalMs, parseKickoff, toEpochMs } from '../football/gameweeks.ts';
import type { Season } from '../snapshots/snapshots.ts';
import { findMissingPast } from './past-gameweeks.ts';
import { getConfirmationMs, NOTHING_PROPOSED, type PollKind, type Proposed } from './poll.ts';

/** State of the polling; times are epoch ms, -Infinity for never. */
export interface Progress {
  /** Start of the last poll that read the bootstrap, and of the last that read the matches. */
  bootstrap: number;
  matches: number;
  /** End of the last poll, successful or not. */
  attempt: number;
  /** Consecutive polls with a fault. */
  failures: number;
  /** Time of the last read of a past gameweek, successful or not, and the number of consecutive failures. */
  past: number;
  pastFailures: number;
  /** Earliest time of the next request (Retry-After). */
  retryAt: number;
  proposed: Proposed;
}

export const NO_PROGRESS: Progress = {
  bootstrap: -Infinity,
  matches: -Infinity,
  attempt: -Infinity,
  failures: 0,
  past: -Infinity,
  pastFailures: 0,
  retryAt: -Infinity,
  proposed: NOTHING_PROPOSED,
};

/**
 * Limits the times of the progress to what a clock that was not set back would have: now, or the longest pause after now.
 * Later times would delay all polls until the clock reaches them. The result replaces the progress; if it were discarded,
 * the times would move along with the clock and long intervals would never end.
 */
export function limitProgress(progress: Progress, now: number): Progress {
  const { season, checks } = progress.proposed;
  return {
    ...progress,
    bootstrap: Math.min(progress.bootstrap, now),
    matches: Math.min(progress.matches, now),
    attempt: Math.min(progress.attempt, now),
    past: Math.min(progress.past, now),
    retryAt: Math.min(progress.retryAt, now + MAX_WAIT_MS),
    proposed: { season, checks: new Map([...checks].map(([id, at]) => [id, Math.min(at, now)])) },
  };
}

/** The next job: a poll, or reading a past gameweek. */
export type NextJob = { at: number } & ({ kind: PollKind } | { kind: 'past'; gameweek: number });

/**
 * Plans the next job and its time. Past gameweeks are read one at a time and only while polling works. After a fault the
 * next past gameweek follows.
 */
export function planNextJob(
  progress: Progress,
  season: Season | null,
  calendar: Calendar,
  now: number,
  jitter: number,
): NextJob {
  const poll = planNextPoll(progress, season, calendar, now, jitter);
  const missing = progress.failures === 0 ? findMissingPast(season) : [];
  const gameweek = missing[progress.pastFailures % missing.length];
  if (gameweek === undefined) return poll;
  const interval = calendar.poll_live_seconds * SECOND_MS;
  const pause = progress.pastFailures > 0 ? computeBackoffMs(interval, progress.pastFailures) : 0;
  const at = Math.max(progress.past + Math.max(interval, pause) * jitter, progress.retryAt);
  // If polling is always late, for example on a busy machine or in a fast replay, both jobs alternate.
  const isPastDue = now < poll.at || progress.attempt > progress.past;
  return at < poll.at && isPastDue ? { kind: 'past', gameweek, at } : poll;
}

/**
 * Plans the next poll: at the intervals of the calendar, immediately after a deadline or a kick-off, when a check can be
 * confirmed, and with exponential backoff after faults. `jitter` (about 1) spreads the polls of several relays.
 */
export function planNextPoll(
  progress: Progress,
  season: Season | null,
  calendar: Calendar,
  now: number,
  jitter: number,
): { kind: PollKind; at: number } {
  const fixtures = season?.fixtures.content ?? [];
  const interval = season
    ? getMatchesIntervalMs(fixtures, calendar, now)
    : calendar.poll_live_seconds * SECOND_MS;
  const deadlines =
    season?.bootstrap.content.gameweeks.map(({ deadline_time }) => toEpochMs(deadline_time)) ?? [];
  const confirmations = [...progress.proposed.checks.values()].map((at) => at + getConfirmationMs(calendar));
  const kickoffs = fixtures.map(parseKickoff).filter((kickoff) => kickoff !== null);
  const all = Math.min(
    progress.bootstrap + calendar.poll_bootstrap_seconds * SECOND_MS * jitter,
    findFirstAfter([...deadlines, ...confirmations], progress.bootstrap),
  );
  const matches = Math.min(progress.matches + interval * jitter, findFirstAfter(kickoffs, progress.matches));
  const pause =
    progress.failures > 0
      ? progress.attempt + computeBackoffMs(interval, progress.failures) * jitter
      : -Infinity;
  const next = Math.max(Math.min(all, matches), pause, progress.retryAt);
  return { kind: all <= Math.max(next, now) ? 'all' : 'matches', at: next };
}

function findFirstAfter(times: readonly number[], after: number): number {
  return times.reduce((first, time) => (time > after && time < first ? time : first), Infinity);
}

/** Exponential backoff that starts at the interval (max. 15 s) and ends at one minute or the interval. */
export function computeBackoffMs(intervalMs: number, failures: number): number {
  const first = Math.min(intervalMs, 15 * SECOND_MS);
  const max = Math.max(intervalMs, Math.min(60 * SECOND_MS, 8 * intervalMs));
  return Math.min(max, first * 2 ** (failures - 1));
}
