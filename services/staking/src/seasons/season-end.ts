import { TouchlineError } from '@touchline/api/errors';
import { askBootstrap } from '@touchline/api/events/fpl-relay';
import { ask } from '@touchline/service-kit/ask';
import type { Bus } from '@touchline/service-kit/bus';
import type { Database } from '@touchline/service-kit/database';
import { storeSeason } from './seasons.store.ts';

/**
 * Asks the relay for the season and moves the ends of its locks when its last gameweek moved.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE when the relay does not answer, knows nothing yet, or read of an end that
 * has passed before it passed: while nobody looked the feed may have moved it (a replay stands still while it is stopped)
 */
export async function refreshSeason(db: Database, bus: Bus, now: number): Promise<void> {
  const snapshot = await ask(bus, askBootstrap, {}, { timeoutMs: 5_000 });
  if (!snapshot) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The football data is not here yet.');
  const ends = snapshot.gameweeks.flatMap(({ end_time }) => (end_time ? [Date.parse(end_time)] : []));
  if (ends.length === 0) return;
  const ends_at = Math.max(...ends);
  if (now >= ends_at && Date.parse(snapshot.fetched_at) < ends_at)
    throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The end of the season is not confirmed yet.');
  await storeSeason(db, { season: snapshot.season, ends_at }, now);
}
