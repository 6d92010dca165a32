import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { insertGames } from './data/insert-games.ts';
import { createLimits } from './figures/limits.ts';
import { log } from './figures/log.ts';
import { formatTimes, quantile } from './figures/statistics.ts';
import { startHost } from './host/games-host.ts';
import { residentMb } from './host/process-stats.ts';
import type { ServiceProcess } from './host/service-process.ts';

/** npm run bench -- start [--entries N]: time from the start of the games service to the first page of a large game. */
const { values } = parseArgs({ options: { entries: { type: 'string', default: '1000000' } } });
const entries = Number(values.entries);
const millions = Math.max(1, entries / 1_000_000);
/** Two Postgres backends, the service and its client share two cores while a game loads: users do not notice 50 ms. */
const LIGHT_MS = 50;
const LIMIT = { seconds: 2.5 * millions, mb: 250 * millions, lightMs: LIGHT_MS };
const ROUNDS = 3;
/** Pause between two light requests: without it, the probe itself would be significant load. */
const PROBE_MS = 5;

const limits = createLimits();
const host = await startHost();
try {
  const empty = await host.start();
  await waitForGarbageCollection();
  const emptyMb = residentMb(empty.pid);
  await empty.stop();
  log(`memory without games: ${emptyMb.toFixed(0)} MB`);
  const [id] = await insertGames(host.db, [['WEEKLY', 'Gameweek 1', entries, 1]]);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(id!));
  rounds.sort((a, b) => a.seconds - b.seconds);
  const median = rounds[Math.floor(ROUNDS / 2)]!;
  limits.check('start to first page', median.seconds, { max: LIMIT.seconds }, 's');
  limits.check('start to first page, CPU time', median.cpuSeconds, { max: LIMIT.seconds }, 's');
  limits.check('memory used by the game', median.mb - emptyMb, { max: LIMIT.mb }, 'MB');
  limits.check('other requests while the game loads, p99', median.lightMs, { max: LIMIT.lightMs }, 'ms');
} finally {
  await host.stop();
}
limits.close();

async function measure(id: string) {
  const service = await host.start();
  const since = performance.now();
  const lightLatencies: number[] = [];
  let done = false;
  const probe = (async () => {
    while (!done) {
      lightLatencies.push(await measureLightRequest(service));
      await setTimeout(PROBE_MS);
    }
  })();
  let rejected = 0;
  for (;;) {
    const response = await fetch(`${service.url}/api/games/${id}/leaderboard?limit=50`);
    await response.arrayBuffer();
    if (response.ok) break;
    if (response.status !== 503 || !response.headers.has('retry-after'))
      throw new Error(`unexpected status ${response.status}`);
    rejected += 1;
  }
  const seconds = (performance.now() - since) / 1_000;
  const cpuSeconds = service.cpuMs() / 1_000;
  done = true;
  await probe;
  await waitForGarbageCollection();
  const mb = residentMb(service.pid);
  await service.stop();
  const lightMs = quantile(lightLatencies, 0.99);
  log(
    `ready after ${seconds.toFixed(2)} s (CPU time ${cpuSeconds.toFixed(2)} s), ${mb.toFixed(0)} MB, ` +
      `${rejected} responses 503 with Retry-After; light requests ${formatTimes(lightLatencies)}`,
  );
  return { seconds, cpuSeconds, mb, lightMs };
}

async function measureLightRequest({ url }: ServiceProcess): Promise<number> {
  const since = performance.now();
  await (await fetch(`${url}/api/games/entry-fees`)).arrayBuffer();
  return performance.now() - since;
}

/** Gives V8 time to free memory that only the start needed. */
function waitForGarbageCollection(): Promise<void> {
  return setTimeout(3_000);
}
