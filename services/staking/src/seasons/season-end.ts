import { TouchlineError } from '@touchline/api/errors';
import { askBootstrap } from '@touchline/api/events/fpl-relay';
import { ask } from '@touchline/service-kit/ask';
import type { Bus } from '@touchline/service-kit/bus';
import type { Database } from '@touchline/service-kit/database';
import { storeSeason } from './seasons.store.ts';

/**
 * Asks the relay for the season and moves the ends of its locks when its last gameweek moved.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE when the relay does not answer or knows nothing yet
 */
export async function refreshSeason(db: Database, bus: Bus, now: number): Promise<void> {
  const snapshot = await ask(bus, askBootstrap, {}, { timeoutMs: 5_000 });
  if (!snapshot) throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The football data is not here yet.');
  const ends = snapshot.gameweeks.flatMap(({ end_time }) => (end_time ? [Date.parse(end_time)] : []));
  if (ends.length === 0) return;
  await storeSeason(db, { season: snapshot.season, ends_at: Math.max(...ends) }, now);
}
