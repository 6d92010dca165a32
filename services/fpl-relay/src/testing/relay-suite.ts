import { request } from 'node:http';
import * as wire from '@touchline/api/events/fpl-relay';
import type { Schema } from '@touchline/api/schema';
import { DEFAULT_CALENDAR } from '@touchline/rules/calendar';
import { type Database, openDatabase } from '@touchline/service-kit/data/database';
import { migrate } from '@touchline/service-kit/data/migrations';
import type { Note } from '@touchline/service-kit/http/health';
import { type Listening, listen } from '@touchline/service-kit/http/server';
import { type Bus, openBus } from '@touchline/service-kit/messaging/bus';
import { subscribe } from '@touchline/service-kit/messaging/subscribe';
import { createLog } from '@touchline/service-kit/process/log';
import { createMetrics, type Metrics } from '@touchline/service-kit/process/metrics';
import type Koa from 'koa';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { z } from 'zod';
import { createApp } from '../app.ts';
import { createFeedClient } from '../feed/feed.client.ts';
import { createFeed } from '../feed/feed.ts';
import { migrations } from '../migrations.ts';
import type { PollDeps } from '../poller/poll.ts';
import { createSeasonCache } from '../snapshots/season-cache.ts';
import { buildScript } from './feed-script.ts';
import { type ScriptedFeed, startScriptedFeed } from './scripted-feed.ts';

const log = createLog('test', 'silent');

/** Short intervals, so that tests do not have to wait. */
const calendar = {
  ...DEFAULT_CALENDAR,
  poll_bootstrap_seconds: 0.2,
  poll_live_seconds: 0.1,
  poll_idle_seconds: 0.2,
};

export interface RunningRelay {
  koa: Koa;
  http: Listening;
  bus: Bus;
  db: Database;
  metrics: Metrics;
  /** The events published since the start. Delivery is at least once. */
  received: { subject: string; version: number; gameweek?: number }[];
  /** Reasons of the logged feed faults. */
  warnings: string[];
  stop(): Promise<void>;
}

interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

interface TestNats {
  url: string;
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}

/** Test dependencies of local-stack, which only test files may import. */
interface TestDependencies {
  createTestDatabase(service: string): Promise<TestDatabase>;
  testNats(): Promise<TestNats>;
}

/** A suite in which each test has a new database and a new scripted feed. */
export interface RelaySuite {
  feed: ScriptedFeed;
  database: TestDatabase;
  nats: TestNats;
  /** Starts a relay, which is stopped after the test. */
  startRelay(feedUrl?: string, feedTimeoutMs?: number): Promise<RunningRelay>;
  /** Opens another pool on the relay's database. */
  openDatabase(): Database;
  /** Creates a replica that polls only when the test calls `poll`. It is closed after the test. */
  createPollDeps(now?: () => number): Promise<PollDeps>;
}

/** Prepares the tests of the calling file. */
export function relaySuite(dependencies: TestDependencies): RelaySuite {
  const started = new Set<RunningRelay>();
  const closings: (() => Promise<unknown>)[] = [];
  let consumers = 0;
  const suite: RelaySuite = {
    feed: undefined as never,
    database: undefined as never,
    nats: undefined as never,
    openDatabase: () => openDatabase(suite.database.url, 'fpl_relay', { log }),
    async createPollDeps(now = Date.now) {
      const db = suite.openDatabase();
      const client = createFeedClient({ baseUrl: suite.feed.url });
      closings.push(client.close, () => db.destroy());
      await migrate(db, migrations);
      const seasons = createSeasonCache(db);
      return { db, feed: createFeed(client), seasons, calendar: DEFAULT_CALENDAR, now };
    },
    async startRelay(feedUrl = suite.feed.url, feedTimeoutMs = 5_000) {
      const db = suite.openDatabase();
      await migrate(db, migrations);
      const bus = openBus(suite.nats.url, { name: 'fpl-relay', log });
      const metrics = createMetrics('fpl-relay');
      const warned: string[] = [];
      const warn = ({ reason }: { reason?: string }) => void (reason && warned.push(reason));
      const recordingLog: typeof log = Object.assign(Object.create(log), { warn });
      const app = await createApp({ db, bus, log: recordingLog, metrics, calendar, feedUrl, feedTimeoutMs });
      const http = await listen(app.koa, 0, '127.0.0.1');
      const received = recordEvents(bus, `listener-${process.pid}-${consumers++}`);
      const running: RunningRelay = {
        koa: app.koa,
        http,
        bus,
        db,
        metrics,
        received,
        warnings: warned,
        async stop() {
          started.delete(running);
          await http.close();
          await app.stop();
          await bus.close();
          await db.destroy();
        },
      };
      started.add(running);
      return running;
    },
  };
  beforeAll(async () => {
    suite.nats = await dependencies.testNats();
  });
  afterAll(() => suite.nats.stop());
  beforeEach(async () => {
    suite.database = await dependencies.createTestDatabase('fpl-relay');
    suite.feed = await startScriptedFeed(buildScript(Date.now()));
  });
  afterEach(async () => {
    await Promise.all([...started].map((relay) => relay.stop()));
    await Promise.all(closings.splice(0).map((close) => close()));
    await suite.feed.close();
    await suite.database.drop();
  });
  return suite;
}

function recordEvents(bus: Bus, durable: string): RunningRelay['received'] {
  const received: RunningRelay['received'] = [];
  for (const event of [
    wire.bootstrapChanged,
    wire.fixturesChanged,
    wire.liveChanged,
    wire.matchEventsChanged,
  ])
    subscribe(
      bus,
      event,
      { durable: `${durable}-${event.subject.replaceAll('.', '-')}` },
      async (change: { version: number; gameweek?: number }) => {
        const { version, gameweek } = change;
        received.push({ subject: event.subject, version, ...(gameweek === undefined ? {} : { gameweek }) });
      },
    );
  return received;
}

/** Sends a conditional request. Uses node:http, because fetch would bypass its cache. */
export function getConditional(
  relay: RunningRelay,
  path: string,
  etag: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'if-none-match': etag };
    request(`${relay.http.url}/api${path}`, { headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
}

/** Counts rejected feed responses, optionally of one kind of fault. */
export async function countFaults(relay: RunningRelay, fault = ''): Promise<number> {
  const lines = (await relay.metrics.text())
    .split('\n')
    .filter((line) => line.startsWith('feed_faults_total{') && line.includes(fault && `fault="${fault}"`));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

export async function get(relay: RunningRelay, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${relay.http.url}/api${path}`, { headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

/** Sends a request that must succeed, and parses its data by the schema. */
export async function getData<S extends Schema>(
  relay: RunningRelay,
  path: string,
  data: S,
): Promise<z.output<S>> {
  const { status, body } = await get(relay, path);
  expect([path, status]).toEqual([path, 200]);
  return data.parse(body.data);
}

/** Reads /readyz. */
export async function getReadiness(relay: RunningRelay) {
  const response = await fetch(`${relay.http.url}/readyz`);
  const { data } = (await response.json()) as { data: { notes: Record<string, Note> } };
  return { status: response.status, ...data };
}

/** Waits until the first snapshots are stored. */
export const waitUntilReady = (relay: RunningRelay) =>
  expect.poll(async () => (await get(relay, '/fpl/bootstrap')).status).toBe(200);
