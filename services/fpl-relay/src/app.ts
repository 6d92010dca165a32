import type { Calendar } from '@touchline/rules/calendar';
import { keepHeartbeat } from '@touchline/service-kit/administration/service-health';
import { createServiceKoa, type ServiceResources } from '@touchline/service-kit/http/app';
import { createRoutes, mount } from '@touchline/service-kit/http/route';
import { publishFromOutbox } from '@touchline/service-kit/messaging/outbox';
import { keepDoing } from '@touchline/service-kit/process/keep-doing';
import type { App } from '@touchline/service-kit/service';
import { createFeedClient } from './feed/feed.client.ts';
import { createFeed } from './feed/feed.ts';
import { fplRoutes } from './fpl/fpl.routes.ts';
import { createFplResponses } from './fpl/responses.ts';
import { buildFeedNote } from './health/feed-note.ts';
import { replyToHealthRequests } from './health/health.requests.ts';
import { startPoller } from './poller/poller.ts';
import { createSeasonCache } from './snapshots/season-cache.ts';
import { replyToSnapshotRequests } from './snapshots/snapshots.requests.ts';

export interface RelayDeps extends ServiceResources {
  calendar: Calendar;
  feedUrl: string;
  /** Timeout per request to the feed in milliseconds, default 10,000. */
  feedTimeoutMs?: number;
}

const REFRESH_MS = 1_000;

/** Creates the relay: feed client, poller, HTTP routes, NATS requests, and the refresh timer of replicas that do not poll. */
export async function createApp(deps: RelayDeps): Promise<App> {
  const { db, bus, log, metrics, calendar } = deps;
  const now = () => Date.now();
  const seasons = createSeasonCache(db, () => poller.held());
  await seasons.refresh();
  const client = createFeedClient({
    baseUrl: deps.feedUrl,
    ...(deps.feedTimeoutMs ? { timeoutMs: deps.feedTimeoutMs } : {}),
  });
  const feed = createFeed(client);
  const poller = startPoller({ db, feed, seasons, calendar, now, log, metrics, random: Math.random });

  publishFromOutbox(db, bus);
  replyToSnapshotRequests(bus, seasons);
  replyToHealthRequests({ db, bus, seasons, now });
  keepHeartbeat(db, bus);

  // Replicas without the poller lock load the snapshots that its holder stores.
  const stopping = new AbortController();
  const refreshes = keepDoing(
    {
      signal: stopping.signal,
      log,
      failure: 'snapshot load failed; will retry',
      pauseMs: REFRESH_MS,
    },
    async () => {
      if (!poller.held()) await seasons.refresh();
    },
  );

  const koa = createServiceKoa(deps, { feed: () => buildFeedNote(seasons.current(), now()) });
  const routes = createRoutes(null); // football data is public
  fplRoutes(routes, seasons, createFplResponses(calendar, now));
  mount(koa, routes);

  return {
    koa,
    async stop() {
      stopping.abort();
      await Promise.all([poller.stop(), refreshes]);
      await client.close();
    },
  };
}
