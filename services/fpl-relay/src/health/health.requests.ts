import { relayHealthRequest } from '@touchline/api/events/admin-services';
import type { ServiceHealth } from '@touchline/api/http/admin-overview';
import { collectHealth } from '@touchline/service-kit/administration/service-health';
import type { Database } from '@touchline/service-kit/data/database';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { reply } from '@touchline/service-kit/messaging/request';
import { countFeedFaults } from '../feed/feed-faults.store.ts';
import type { SeasonCache } from '../snapshots/season-cache.ts';
import { computeFeedAge } from './feed-note.ts';

interface HealthDeps {
  db: Database;
  bus: Bus;
  seasons: SeasonCache;
  /** Epoch ms. */
  now: () => number;
}

/** Replies to health requests of the admin service with the common health and the age of the football data. */
export function replyToHealthRequests(deps: HealthDeps): void {
  const feedHealth = () => collectFeedHealth(deps);
  reply(deps.bus, relayHealthRequest, () => collectHealth(deps.db, deps.bus, { feedHealth }));
}

/** Null before the first snapshot. */
async function collectFeedHealth({ db, seasons, now }: HealthDeps): Promise<ServiceHealth['feed']> {
  const [season, faults] = await Promise.all([seasons.latest(), countFeedFaults(db, now())]);
  if (!season) return null;
  return { season: season.id, age_seconds: computeFeedAge(season, now()), faults };
}
