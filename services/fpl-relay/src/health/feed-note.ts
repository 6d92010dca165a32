import type { Note } from '@touchline/service-kit/http/health';
import type { Season } from '../snapshots/snapshots.ts';

type Fetched = Record<keyof Pick<Season, 'bootstrap' | 'fixtures'>, { fetched_at: number }>;

/** Threshold of the alert FeedStale. */
const STALE_AFTER_SECONDS = 600;

/** Seconds since the last valid feed response of any replica. Fixtures are read with every poll. */
export function computeFeedAge({ bootstrap, fixtures }: Fetched, now: number): number {
  const fetched = Math.max(bootstrap.fetched_at, fixtures.fetched_at);
  return Math.max(0, Math.round((now - fetched) / 1_000));
}

/** Builds the /readyz note about the age of the football data. */
export function buildFeedNote(season: Fetched | null, now: number): Note {
  if (!season) return { ok: false, detail: 'no valid response yet' };
  const age = computeFeedAge(season, now);
  return { ok: age <= STALE_AFTER_SECONDS, detail: `last valid response ${age} s ago` };
}
