import type { Note } from '@touchline/service-kit/http/health';
import { findRunningLive } from '../football/gameweeks.ts';
import type { Season } from '../snapshots/snapshots.ts';

/** Threshold of the alert FeedStale. */
const STALE_AFTER_SECONDS = 600;

/**
 * Seconds since the last valid feed response of any replica. Fixtures are read with every poll. While a gameweek runs, its points
 * count as well, and the oldest ones determine the age.
 */
export function computeFeedAge(season: Season, now: number): number {
  const { bootstrap, fixtures } = season;
  const points = findRunningLive(season, now).map(({ fetched_at }) => fetched_at);
  const fetched = Math.min(Math.max(bootstrap.fetched_at, fixtures.fetched_at), ...points);
  return Math.max(0, Math.round((now - fetched) / 1_000));
}

/** Builds the /readyz note about the age of the football data. */
export function buildFeedNote(season: Season | null, now: number): Note {
  if (!season) return { ok: false, detail: 'no valid response yet' };
  const age = computeFeedAge(season, now);
  return { ok: age <= STALE_AFTER_SECONDS, detail: `last valid response ${age} s ago` };
}
