import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Product, withProduct } from '@touchline/local-stack/product';
import { UNLIMITED } from '@touchline/local-stack/supervisor/unlimited';
import { KEYS_SECRET } from './data/sessions.ts';
import { computeShares, readCpuTimes } from './deadline/cpu-shares.ts';
import { createGoalProbe } from './deadline/goals.ts';
import type { Outcome } from './deadline/scheduled.ts';
import { REPLAY, type Setup, setUpGame } from './deadline/setup.ts';
import { startThread } from './deadline/start-thread.ts';
import { createLimits } from './figures/limits.ts';
import { log } from './figures/log.ts';
import { formatTimes, quantile } from './figures/statistics.ts';
import { type Subscribers, startSubscribers } from './live-streams/subscribers.ts';

/**
 * npm run bench -- deadline [--entries N --joins-per-second N --seconds N --streams N --reads-per-second N]: the last minute before
 * a deadline, on a complete product and through its gateway. Requests are sent when they are due, independent of earlier responses,
 * and their latency is measured from then.
 */
const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    'joins-per-second': { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    streams: { type: 'string', default: '10000' },
    'reads-per-second': { type: 'string', default: '200' },
  },
});
const entries = Number(values.entries);
const seconds = Number(values.seconds);
const streams = Number(values.streams);
const perSecond = { joins: Number(values['joins-per-second']), reads: Number(values['reads-per-second']) };
const GOAL_EVERY_MS = 10_000;
const LIMIT = { joinsP99: 250, goalMs: 1_500 };
/** Far fewer connections than the gateway allows to one service. */
const CONNECTIONS = { joins: 256, reads: 32 };
const WARM_UP_SECONDS = 10;
/** Share of the full load. */
const WARM_UP_SHARE = 0.2;

// The relay polls twice a second; the rest of the calendar is as in `npm start`.
process.env.CALENDAR = JSON.stringify({ poll_live_seconds: 0.5, poll_idle_seconds: 2 });

const limits = createLimits();
const env = { gateway: { ...UNLIMITED, KEYS_SECRET } };
await withProduct({ replay: REPLAY, env, say: log }, async (product) => {
  const setup = await setUpGame(product, entries);
  const port = Number(new URL(product.url).port);
  const subscribers = startSubscribers(port);
  try {
    await subscribers.run({ open: streams });
    log(`${streams} live streams are open`);
    await measureMinute(product, setup, subscribers);
  } finally {
    await subscribers.stop();
    await setup.close();
  }
});
limits.close();

/** Prepares joins and leaderboard reads in separate threads. @param share of the full load */
async function prepareLoad(product: Product, setup: Setup, duration: number, share = 1) {
  const joins = Math.round(duration * perSecond.joins * share);
  const reads = Math.round(duration * perSecond.reads * share);
  const tokens = await setup.signInWallets(Math.max(joins, 1));
  const bodies = await setup.createTeams();
  // `localhost` may resolve to IPv6, but the threads connect over IPv4.
  const url = product.url.replace('localhost', '127.0.0.1');
  const game = `/api/games/${setup.game}`;
  return Promise.all([
    startThread({
      url,
      target: `POST ${game}/join`,
      count: joins,
      tokens,
      bodies,
      perSecond: perSecond.joins * share,
      connections: CONNECTIONS.joins,
    }),
    startThread({
      url,
      target: `GET ${game}/leaderboard?limit=50`,
      count: reads,
      tokens,
      bodies: [],
      perSecond: perSecond.reads * share,
      connections: CONNECTIONS.reads,
    }),
  ]);
}

/** Warms the product up, then measures joins, leaderboard reads, goals and live streams under full load. */
async function measureMinute(product: Product, setup: Setup, subscribers: Subscribers): Promise<void> {
  const goals = await createGoalProbe(product, setup.db, setup.game);
  await goals.measureNext();
  // In the last minutes before a deadline, services have been in use for a while.
  const warmUp = await Promise.all(
    (await prepareLoad(product, setup, WARM_UP_SECONDS, WARM_UP_SHARE)).map(({ run }) => run()),
  );
  report('warm-up, joins', warmUp[0]!, perSecond.joins * WARM_UP_SHARE);
  const threads = await prepareLoad(product, setup, seconds);
  // No work of the warm-up may remain when the measurement starts.
  await setup.waitUntilIdle();
  const delivered = await subscribers.run({});
  const before = readCpuTimes(product);
  const since = performance.now();
  const [joins, reads] = await Promise.all([
    threads[0].run(),
    threads[1].run(),
    measureGoals(goals.measureNext, since + seconds * 1_000),
  ]);
  const ms = performance.now() - since;
  const shares = computeShares(before, readCpuTimes(product), ms);
  const cores = shares.map(([name, percent]) => `${name} ${percent.toFixed(0)} %`).join(', ');
  log(`CPU use in percent of one of ${availableParallelism()} cores: ${cores}`);
  report('joins', joins, perSecond.joins);
  report('leaderboard', reads, perSecond.reads);
  const after = await subscribers.run({});
  const messages = (after.messages - delivered.messages) / Math.max(1, streams);
  log(`${messages.toFixed(1)} leaderboard messages per stream in ${(ms / 1_000).toFixed(0)} s`);
  limits.check('joins, p99', quantile(joins.latencies, 0.99), { max: LIMIT.joinsP99 }, 'ms');
  const succeeded = (joins.statuses['201'] ?? 0) + (warmUp[0]?.statuses['201'] ?? 0);
  limits.check('joins without response 201', countFailures(joins, '201'), { max: 0 }, 'joins');
  limits.check(
    'successful joins that are not stored',
    succeeded - (await setup.countJoined()),
    { max: 0 },
    'joins',
  );
  limits.check('leaderboard reads without response 200', countFailures(reads, '200'), { max: 0 }, 'reads');
  limits.check('live streams that were closed', after.closed, { max: 0 }, 'streams');
}

/** Measures a goal every GOAL_EVERY_MS, the first after half that time. */
async function measureGoals(measureNext: () => Promise<number | null>, end: number): Promise<void> {
  const latencies: number[] = [];
  for (let due = performance.now() + GOAL_EVERY_MS / 2; due < end; due += GOAL_EVERY_MS) {
    await sleep(Math.max(0, due - performance.now()));
    const ms = await measureNext();
    if (ms !== null) latencies.push(ms);
  }
  limits.check('measured goals', latencies.length, { min: 1 }, 'goals');
  if (latencies.length === 0) return;
  log(`goals, feed to API: ${latencies.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}`);
  limits.check('slowest goal, feed to API', Math.max(...latencies), { max: LIMIT.goalMs }, 'ms');
}

function report(what: string, { latencies, statuses, maxDelayMs, busy }: Outcome, planned: number): void {
  const counts = Object.entries(statuses).map(([status, count]) => `${count} x ${status}`);
  log(
    `${what}, ${planned}/s: ${counts.join(', ')}; ${formatTimes(latencies)}; ` +
      `sent at most ${maxDelayMs.toFixed(0)} ms late; load thread busy ${(busy * 100).toFixed(0)} % of the time`,
  );
}

function countFailures({ statuses }: Outcome, expected: string): number {
  return Object.entries(statuses).reduce(
    (sum, [status, count]) => sum + (status === expected ? 0 : count),
    0,
  );
}
