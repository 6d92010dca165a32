import { bootstrapRequest, fixturesRequest, liveRequest } from '@touchline/api/events/fpl-relay';
import { toInstant } from '@touchline/api/values';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { reply } from '@touchline/service-kit/messaging/request';
import type { SeasonCache } from './season-cache.ts';
import type { Snapshot } from './snapshots.ts';

/**
 * Replies to the requests that follow the relay's events. Each reply refreshes first, because another replica may have
 * published the event, and a reply must not be older than the event.
 */
export function replyToSnapshotRequests(bus: Bus, seasons: SeasonCache): void {
  reply(bus, bootstrapRequest, async () => {
    const season = await seasons.refresh();
    return season && { ...toHead(season.bootstrap), ...season.bootstrap.content };
  });
  reply(bus, fixturesRequest, async () => {
    const season = await seasons.refresh();
    if (!season) return null;
    const fixtures = season.fixtures.content.map(({ stats: _, ...fixture }) => fixture);
    return { ...toHead(season.fixtures), fixtures };
  });
  reply(bus, liveRequest, async ({ gameweek }) => {
    const snapshot = (await seasons.refresh())?.live.get(gameweek);
    return snapshot ? { ...toHead(snapshot), gameweek, scores: snapshot.content } : null;
  });
}

function toHead({ season, version, fetched_at }: Snapshot<unknown>) {
  return { season, version, fetched_at: toInstant(fetched_at) };
}
