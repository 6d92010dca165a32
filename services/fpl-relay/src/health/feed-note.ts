import type { Note } from '@touchline/service-kit/health';
import type { Season } from '../snapshots/snapshots.ts';

type Fetched = Record<keyof Pick<Season, 'bootstrap' | 'fixtures'>, { fetched_at: number }>;

/** As the alert FeedIsOld. */
const OLD_SECONDS = 600;

/** Seconds since the last good answer of the feed, whichever replica asked. Fixtures are read with every poll. */
export function feedAge({ bootstrap, fixtures }: Fetched, now: number): number {
  const fetched = Math.max(bootstrap.fetched_at, fixtures.fetched_at);
  return Math.max(0, Math.round((now - fetched) / 1_000));
}

/** How old the football data is, for /readyz. */
export function feedNote(season: Fetched | null, now: number): Note {
  if (!season) return { ok: false, detail: 'no good answer yet' };
  const age = feedAge(season, now);
  return { ok: age <= OLD_SECONDS, detail: `last good answer ${age} s ago` };
}
