import { footballDataUnavailable, TouchlineError } from '@touchline/api/errors';
import { bootstrapRequest } from '@touchline/api/events/fpl-relay';
import type { Database } from '@touchline/service-kit/data/database';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { request } from '@touchline/service-kit/messaging/request';
import { storeSeason } from './seasons.store.ts';

/**
 * Requests the season from the relay and moves the ends of locks when its last gameweek has moved.
 * @throws TouchlineError UPSTREAM_UNAVAILABLE when the relay does not reply or has no data. Also when the season end has
 * passed but the data is older than it: the feed may have moved the end since.
 */
export async function refreshSeason(db: Database, bus: Bus, now: number): Promise<void> {
  const snapshot = await request(bus, bootstrapRequest, {}, { timeoutMs: 5_000 });
  if (!snapshot) throw footballDataUnavailable();
  const ends = snapshot.gameweeks.flatMap(({ end_time }) => (end_time ? [Date.parse(end_time)] : []));
  if (ends.length === 0) return;
  const ends_at = Math.max(...ends);
  if (now >= ends_at && Date.parse(snapshot.fetched_at) < ends_at)
    throw new TouchlineError(
      'UPSTREAM_UNAVAILABLE',
      'The end of the season isn’t confirmed yet. Try again soon.',
    );
  await storeSeason(db, { id: snapshot.season, ends_at }, now);
}
