import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Product, startProduct } from '@touchline/local-stack/product';
import { KEYS_SECRET } from './data/sessions.ts';
import { createGoalProbe } from './deadline/goals.ts';
import type { Outcome } from './deadline/scheduled.ts';
import { readCpuTimes, since } from './deadline/cpu-shares.ts';
import { REPLAY, type Stage, setUpGame } from './deadline/setup.ts';
import { startThread } from './deadline/start-thread.ts';
import { RAISED_LIMITS } from './host/raised-limits.ts';
import { startSubscribers, type Subscribers } from './live-streams/subscribers.ts';
import { quantile } from './load/load.ts';
import { createLimits } from './load/limits.ts';

/**
 * npm run bench -- deadline [--entries N --joins-per-second N --seconds N --readers N --reads-per-second N]: the last minute
 * before a deadline, on a whole product and through its gateway. Requests are sent when they are due, whether those before
 * were answered or not, and their time counts from then.
 */
const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    'joins-per-second': { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    readers: { type: 'string', default: '10000' },
    'reads-per-second': { type: 'string', default: '200' },
  },
});
const entries = Number(values.entries);
const seconds = Number(values.seconds);
const readers = Number(values.readers);
const perSecond = { joins: Number(values['joins-per-second']), reads: Number(values['reads-per-second']) };
const GOAL_EVERY_MS = 10_000;
const LIMIT = { joinsP99: 250, goalMs: 1_500 };
/** As many as browsers would have open, and far fewer than the gateway admits to one service. */
const CONNECTIONS = { joins: 256, reads: 32 };
const WARM_SECONDS = 10;

// The relay polls twice a second; nothing else of the calendar differs from `npm start`.
process.env.CALENDAR = JSON.stringify({ poll_live_seconds: 0.5, poll_idle_seconds: 2 });

const log = (text: string) => console.log(`> ${text}`);
const limits = createLimits();
const home = mkdtempSync(join(tmpdir(), 'touchline-bench-deadline-'));
try {
  const env = {
    gateway: { ...RAISED_LIMITS, KEYS_SECRET, MAX_CONNECTIONS: '100000', MAX_LIVE_STREAMS: '100000' },
  };
  const product = await startProduct({ home, replay: REPLAY, env, log });
  const stage = await setUpGame(product, entries, log);
  const port = Number(new URL(product.url).port);
  const audience = startSubscribers(port);
  try {
    await audience.ask({ open: readers });
    log(`${readers} live streams are open`);
    await minute(product, stage, audience);
  } finally {
    await audience.stop();
    await stage.close();
    await product.stop();
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
limits.close();

/** Joins and reads of so many seconds, from threads of their own. */
async function load(product: Product, stage: Stage, lasts: number, share = 1) {
  const joins = Math.round(lasts * perSecond.joins * share);
  const reads = Math.round(lasts * perSecond.reads * share);
  const tokens = await stage.tokens(Math.max(joins, 1));
  const bodies = await stage.teams();
  // Addresses of ours listen on IPv4 and on IPv6: `localhost` may be either.
  const url = product.url.replace('localhost', '127.0.0.1');
  const game = `/api/games/${stage.game}`;
  return Promise.all([
    startThread({
      ...{ url, call: `POST ${game}/join`, count: joins, tokens, bodies },
      ...{ perSecond: perSecond.joins * share, connections: CONNECTIONS.joins },
    }),
    startThread({
      ...{ url, call: `GET ${game}/leaderboard?limit=50`, count: reads, tokens, bodies: [] },
      ...{ perSecond: perSecond.reads * share, connections: CONNECTIONS.reads },
    }),
  ]);
}

async function minute(product: Product, stage: Stage, audience: Subscribers): Promise<void> {
  const goals = await createGoalProbe(product, stage.db, stage.game);
  await goals.next();
  // What has run once is compiled: in the last ten minutes the services are warm.
  const warm = await Promise.all((await load(product, stage, WARM_SECONDS, 0.2)).map(({ run }) => run()));
  report('joins to warm up', warm[0]!, perSecond.joins * 0.2);
  const threads = await load(product, stage, seconds);
  // The measurement begins with a product that has nothing left to do from the warm-up.
  await sleep(2_000);
  const told = await audience.ask({});
  const before = readCpuTimes(product);
  const began = performance.now();
  const [joins, reads] = await Promise.all([
    threads[0].run(),
    threads[1].run(),
    goalsDuring(goals.next, began + seconds * 1_000),
  ]);
  const ms = performance.now() - began;
  const shares = since(before, readCpuTimes(product), ms);
  const cores = shares.map(([name, percent]) => `${name} ${percent.toFixed(0)} %`).join(', ');
  log(`of one of ${availableParallelism()} cores: ${cores}`);
  report('joins', joins, perSecond.joins);
  report('leaderboard', reads, perSecond.reads);
  const after = await audience.ask({});
  const messages = (after.messages - told.messages) / Math.max(1, readers);
  log(`each reader got ${messages.toFixed(1)} messages of the leaderboard in ${(ms / 1_000).toFixed(0)} s`);
  limits.check('joins, p99', quantile(joins.latencies, 0.99), { max: LIMIT.joinsP99 }, 'ms');
  const right = (joins.statuses['201'] ?? 0) + (warm[0]?.statuses['201'] ?? 0);
  limits.check('joins not answered with 201', failures(joins, '201'), { max: 0 }, 'joins');
  limits.check('joins answered and not stored', right - (await stage.joined()), { max: 0 }, 'joins');
  limits.check('leaderboards not answered with 200', failures(reads, '200'), { max: 0 }, 'reads');
  limits.check('live streams that were closed', after.closed, { max: 0 }, 'streams');
}

/** A goal every ten seconds, the first after half of that. */
async function goalsDuring(next: () => Promise<number | null>, end: number): Promise<void> {
  const latencies: number[] = [];
  for (let due = performance.now() + GOAL_EVERY_MS / 2; due < end; due += GOAL_EVERY_MS) {
    await sleep(Math.max(0, due - performance.now()));
    const ms = await next();
    if (ms !== null) latencies.push(ms);
  }
  if (latencies.length === 0) return;
  latencies.sort((a, b) => a - b);
  log(`goals, from the feed to the API: ${latencies.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}`);
  limits.check('a goal, the slowest', quantile(latencies, 1), { max: LIMIT.goalMs }, 'ms');
}

function report(what: string, { latencies, statuses, latestMs, busy }: Outcome, planned: number): void {
  const quantiles = [0.5, 0.9, 0.99, 1].map((share) => quantile(latencies, share).toFixed(0)).join(', ');
  const seen = Object.entries(statuses).map(([status, count]) => `${count} times ${status}`);
  log(
    `${what}, ${planned} a second: ${seen.join(', ')}; p50, p90, p99, most: ${quantiles} ms; ` +
      `sent at most ${latestMs.toFixed(0)} ms late by a thread that was busy ${(busy * 100).toFixed(0)} % of the time`,
  );
}

function failures({ statuses }: Outcome, right: string): number {
  return Object.entries(statuses).reduce((sum, [status, count]) => sum + (status === right ? 0 : count), 0);
}
