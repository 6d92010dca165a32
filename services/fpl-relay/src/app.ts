import { setTimeout as sleep } from 'node:timers/promises';
import type { Calendar } from '@touchline/rules/calendar';
import { createKoa } from '@touchline/service-kit/app';
import type { Bus } from '@touchline/service-kit/bus';
import { type Database, databaseAnswers } from '@touchline/service-kit/database';
import type { Log } from '@touchline/service-kit/log';
import type { Metrics } from '@touchline/service-kit/metrics';
import { publishFromOutbox } from '@touchline/service-kit/outbox';
import { createRoutes, mount } from '@touchline/service-kit/route';
import { ensureStream } from '@touchline/service-kit/stream';
import type Koa from 'koa';
import { createFeedClient } from './feed/feed.client.ts';
import { createFeed } from './feed/feed.ts';
import { createAnswers } from './fpl/answers.ts';
import { fplRoutes } from './fpl/fpl.routes.ts';
import { createPlayerAnswers } from './players/player-answers.ts';
import { startPoller } from './poller/poller.ts';
import { openSeasonCache } from './snapshots/season-cache.ts';
import { answerFootballQuestions } from './snapshots/snapshots.questions.ts';

export interface RelayDeps {
  db: Database;
  bus: Bus;
  log: Log;
  metrics: Metrics;
  calendar: Calendar;
  feedUrl: string;
  /** Default 10,000. */
  feedTimeoutMs?: number;
}

export interface Relay {
  koa: Koa;
  stop(): Promise<void>;
}

const USER_AGENT = 'Touchline/0.1 (fantasy football relay; polls gently)';
const FOLLOW_MS = 1_000;

/** Everything the relay is made of: store, feed, poller, routes, questions and the timer of waiting replicas. */
export async function createApp(deps: RelayDeps): Promise<Relay> {
  const { db, bus, log, metrics, calendar } = deps;
  const now = () => Date.now();
  const football = openSeasonCache(db);
  await football.refresh();
  const client = createFeedClient({
    baseUrl: deps.feedUrl,
    userAgent: USER_AGENT,
    ...(deps.feedTimeoutMs ? { timeoutMs: deps.feedTimeoutMs } : {}),
  });
  const feed = createFeed(client);
  const poller = startPoller({ db, feed, football, calendar, now, log, metrics, random: Math.random });

  void ensureStream(bus).catch((error: unknown) => {
    if (!bus.closing.aborted) log.warn({ err: error }, 'stream not made yet');
  });
  publishFromOutbox(db, bus);
  answerFootballQuestions(bus, football);

  // Replicas that do not hold the lock follow what the holder stores.
  const stopping = new AbortController();
  const following = (async () => {
    while (!stopping.signal.aborted) {
      await sleep(FOLLOW_MS, undefined, { signal: stopping.signal }).catch(() => {});
      if (!stopping.signal.aborted && !poller.held())
        await football.refresh().catch((error: unknown) => log.warn({ err: error }, 'snapshots not read'));
    }
  })();

  const koa = createKoa({ log, metrics, ready: async () => ({ database: await databaseAnswers(db) }) });
  const routes = createRoutes(null); // football data is public
  fplRoutes(routes, football, createAnswers(calendar, now), createPlayerAnswers());
  mount(koa, routes);

  return {
    koa,
    async stop() {
      stopping.abort();
      await Promise.all([poller.stop(), following]);
      await client.close();
    },
  };
}
