import type { ServiceHealth } from '@touchline/api/http/admin-overview';
import { collectHealth } from '@touchline/service-kit/administration/service-health';
import type { Database } from '@touchline/service-kit/data/database';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { readFeedState } from './overview.store.ts';

/** Reads the health of this service. The feed's age is the age of the newest stored data. Only the relay counts feed faults. */
export async function readGamesHealth({
  db,
  bus,
  chainHealth,
}: {
  db: Database;
  bus: Bus;
  chainHealth: () => Promise<NonNullable<ServiceHealth['chain']>>;
}): Promise<ServiceHealth> {
  const [health, feed, chain] = await Promise.all([collectHealth(db, bus), readFeedState(db), chainHealth()]);
  const age = feed ? Math.max(0, Math.round((Date.now() - feed.fetched_at) / 1_000)) : 0;
  return { ...health, feed: feed && { season: feed.season, age_seconds: age, faults: 0 }, chain };
}
