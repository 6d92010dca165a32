import { askRelayHealth } from '@touchline/api/events/admin-parts';
import type { PartHealth } from '@touchline/api/http/admin-overview';
import { answer } from '@touchline/service-kit/ask';
import type { Bus } from '@touchline/service-kit/bus';
import type { Database } from '@touchline/service-kit/database';
import { healthOf } from '@touchline/service-kit/part-health';
import { countFeedFaults } from '../feed/feed-faults.store.ts';
import type { SeasonCache } from '../snapshots/season-cache.ts';

interface HealthDeps {
  db: Database;
  bus: Bus;
  seasons: SeasonCache;
  /** Epoch ms. */
  now: () => number;
}

/** Answers the admin service: how old the football data is, besides what every part tells. */
export function answerHealth(deps: HealthDeps): void {
  const { db, bus } = deps;
  answer(bus, askRelayHealth, async () => {
    const [health, feed] = await Promise.all([healthOf(db, bus), feedHealth(deps)]);
    return { ...health, feed, chain: null };
  });
}

/** Null before the first snapshot. Fixtures are read with every poll. */
async function feedHealth({ db, seasons, now }: HealthDeps): Promise<PartHealth['feed']> {
  const [season, faults] = await Promise.all([seasons.latest(), countFeedFaults(db, now())]);
  if (!season) return null;
  const fetched = Math.max(season.bootstrap.fetched_at, season.fixtures.fetched_at);
  const age_seconds = Math.max(0, Math.round((now() - fetched) / 1_000));
  return { season: season.id, age_seconds, faults };
}
