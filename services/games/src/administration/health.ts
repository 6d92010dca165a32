import type { ServiceHealth } from '@touchline/api/http/admin-overview';
import { collectHealth } from '@touchline/service-kit/administration/service-health';
import type { Database } from '@touchline/service-kit/data/database';
import type { Bus } from '@touchline/service-kit/messaging/bus';

/** Reads the health of this service. The relay reports the feed: the age of the data here is that of their last change. */
export async function readGamesHealth({
  db,
  bus,
  chainHealth,
}: {
  db: Database;
  bus: Bus;
  chainHealth: () => Promise<NonNullable<ServiceHealth['chain']>>;
}): Promise<ServiceHealth> {
  const [health, chain] = await Promise.all([collectHealth(db, bus), chainHealth()]);
  return { ...health, feed: null, chain };
}
