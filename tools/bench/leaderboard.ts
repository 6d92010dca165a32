import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { query } from '@touchline/service-kit/data/database';
import { storeGoal } from './data/goal.ts';
import { insertGames } from './data/insert-games.ts';
import { createLimits } from './figures/limits.ts';
import { log } from './figures/log.ts';
import { formatTimes, quantile } from './figures/statistics.ts';
import { startHost } from './host/games-host.ts';
import type { ServiceProcess } from './host/service-process.ts';
import { waitForLeaderboard } from './host/wait-for-leaderboard.ts';
import { measureLoad } from './load/measure-load.ts';

/** npm run bench -- leaderboard [--entries N]: a page of a large game, without changes and during goals. */
const { values } = parseArgs({ options: { entries: { type: 'string', default: '1000000' } } });
const entries = Number(values.entries);
const LIMIT = { perSecond: 15_000, p99: 10, singleClientP99: 15 };
const CONNECTIONS = 32;
const SECONDS = 8;

const limits = createLimits();
const host = await startHost();
try {
  const [id] = await insertGames(host.db, [['WEEKLY', 'Gameweek 1', entries, 1]]);
  const service = await host.start();
  const path = `/api/games/${id}/leaderboard?limit=50`;
  await waitForLeaderboard(service.url, id!);
  const etag = await fetchEtag(service.url + path);
  await measure(service, 'warm-up', path);
  const idle = await measure(service, '50 rows', path);
  await measure(service, '50 rows, unchanged (304)', path, { 'if-none-match': etag });
  limits.check('pages of 50 rows, no changes', idle.perSecond, { min: LIMIT.perSecond }, '/s');
  limits.check('pages of 50 rows, no changes, p99', idle.p99, { max: LIMIT.p99 }, 'ms');
  await measureDuringGoals(service, id!, path);
} finally {
  await host.stop();
}
limits.close();

async function fetchEtag(url: string): Promise<string> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  return response.headers.get('etag') ?? '';
}

/** Measures pages while a goal is stored every second, as another replica would store it. */
async function measureDuringGoals(service: ServiceProcess, id: string, path: string): Promise<void> {
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
      await fetchEtag(`${service.url}/api/games/${id}/leaderboard?limit=1`);
      single.push(performance.now() - since);
      await sleep(5);
    }
  })();
  await sleep(SECONDS * 1_000);
  done = true;
  await probe;
  log(`a single client, one goal per second: ${formatTimes(single)}`);
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
  await sleep(3_000);
  await fetchEtag(url);
  await sleep(1_200);
  const before = await fetchEtag(url);
  await storeGoal(host.db, 7);
  const since = performance.now();
  while ((await fetchEtag(url)) === before) await sleep(5);
  return performance.now() - since;
}

function measure({ port, cpuMs }: ServiceProcess, what: string, path: string, headers = {}) {
  const options = { port, path, headers, connections: CONNECTIONS, seconds: SECONDS };
  return measureLoad(what, options, { games: cpuMs });
}
