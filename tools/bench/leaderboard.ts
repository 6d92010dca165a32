import { parseArgs } from 'node:util';
import { query } from '@touchline/service-kit/data/database';
import { storeGoal } from './data/goal.ts';
import { insertGames } from './data/insert-games.ts';
import { startHost } from './host/games-host.ts';
import type { GamesService } from './host/games-service.ts';
import { cpuMs } from './host/process-stats.ts';
import { createLimits } from './load/limits.ts';
import { type Load, quantile } from './load/load.ts';
import { loadInThread } from './load/load-in-thread.ts';

/** npm run bench -- leaderboard [--entries N]: a page of a large game, without changes and during goals. */
const { values } = parseArgs({ options: { entries: { type: 'string', default: '1000000' } } });
const entries = Number(values.entries);
const LIMIT = { perSecond: 15_000, p99: 10, singleClientP99: 15 };
const CONNECTIONS = 32;
const SECONDS = 8;

const log = (text: string) => console.log(`> ${text}`);
const limits = createLimits();
const host = await startHost('leaderboard');
try {
  await (await host.start()).stop(); // creates the tables
  const [id] = await insertGames(host.db, log, [['WEEKLY', 'Gameweek 1', entries, 1]]);
  const service = await host.start();
  const path = `/api/games/${id}/leaderboard?limit=50`;
  const { etag } = await waitForPage(service.url + path);
  await run(service, path, {}); // warm-up
  const idle = await measure(service, '50 rows', path);
  await measure(service, '50 rows, unchanged (304)', path, { 'if-none-match': etag });
  limits.check('pages of 50 rows, no changes', idle.perSecond, { min: LIMIT.perSecond }, '/s');
  limits.check('pages of 50 rows, no changes, p99', idle.p99, { max: LIMIT.p99 }, 'ms');
  await measureDuringGoals(service, id!, path);
  await service.stop();
} finally {
  await host.stop();
}
limits.close();

/** Waits until the service returns a page. @returns its ETag */
async function waitForPage(url: string): Promise<{ etag: string }> {
  for (;;) {
    const response = await fetch(url);
    await response.arrayBuffer();
    if (response.ok) return { etag: response.headers.get('etag') ?? '' };
  }
}

/** Measures pages while a goal is stored every second, as another replica would store it. */
async function measureDuringGoals(service: GamesService, id: string, path: string): Promise<void> {
  let goals = 0;
  const addGoal = async () => {
    goals += 1;
    await storeGoal(host.db, 7 + goals);
  };
  const timer = setInterval(() => void addGoal(), 1_000);
  const single: number[] = [];
  let done = false;
  const probe = (async () => {
    while (!done) {
      const since = performance.now();
      await (await fetch(`${service.url}/api/games/${id}/leaderboard?limit=1`)).arrayBuffer();
      single.push(performance.now() - since);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000));
  done = true;
  await probe;
  single.sort((a, b) => a - b);
  log(
    `a single client, one goal per second: p50 ${quantile(single, 0.5).toFixed(1)}, p99 ${quantile(single, 0.99).toFixed(1)} ms`,
  );
  limits.check(
    'a single client during goals, p99',
    quantile(single, 0.99),
    { max: LIMIT.singleClientP99 },
    'ms',
  );
  const busy = await measure(service, '50 rows during goals', path);
  limits.check('pages during goals, p99', busy.p99, { max: LIMIT.p99 }, 'ms');
  clearInterval(timer);
  const age = await measureGoalAge(service.url + path);
  limits.check('goal in the database visible on the page', age, { max: 1_000 }, 'ms');
  const rows = await query<{ version: number }>(host.db, 'select version from seasons');
  log(`${goals} goals, season version ${rows[0]?.version}`);
}

/** Measures the time from a goal in the database to the changed page. @returns ms */
async function measureGoalAge(url: string): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const fetchEtag = async () => {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.headers.get('etag');
  };
  await fetchEtag();
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  const before = await fetchEtag();
  await storeGoal(host.db, 7);
  const since = performance.now();
  while ((await fetchEtag()) === before) await new Promise((resolve) => setTimeout(resolve, 5));
  return performance.now() - since;
}

async function measure(service: GamesService, what: string, path: string, headers = {}) {
  const cpuBefore = cpuMs(service.pid);
  const { responses, failed, seconds, latencies } = await run(service, path, headers);
  const us = ((cpuMs(service.pid) - cpuBefore) * 1_000) / responses;
  const perSecond = responses / seconds;
  log(
    `${what}: ${perSecond.toFixed(0)}/s, CPU time per request ${us.toFixed(0)} us, p50 ${quantile(latencies, 0.5).toFixed(1)}, ` +
      `p99 ${quantile(latencies, 0.99).toFixed(1)} ms, ${failed} failed`,
  );
  return { perSecond, us, p99: quantile(latencies, 0.99) };
}

function run({ url }: GamesService, path: string, headers: Readonly<Record<string, string>>): Promise<Load> {
  const port = Number(new URL(url).port);
  return loadInThread({ port, path, headers, connections: CONNECTIONS, seconds: SECONDS });
}
