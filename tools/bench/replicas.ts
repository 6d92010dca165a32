import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { storeGoal } from './data/goal.ts';
import { insertGames } from './data/insert-games.ts';
import { createLimits } from './figures/limits.ts';
import { startHost } from './host/games-host.ts';
import type { ServiceProcess } from './host/service-process.ts';
import { waitForLeaderboard } from './host/wait-for-leaderboard.ts';
import { measureGateways } from './replicas/gateways.ts';
import { measureReads, sumCpu } from './replicas/reads.ts';

/**
 * npm run bench -- replicas [--entries N]: throughput and CPU time of page requests with one and two replicas of games; then of
 * page requests and joins with one and two gateways.
 */
const { values } = parseArgs({ options: { entries: { type: 'string', default: '20000' } } });
const entries = Number(values.entries);
/** CPU time per request with two replicas, relative to one. */
const MAX_CPU_RATIO = 1.25;
/** Age of changes that another replica stored. */
const MAX_AGE_MS = 1_000;

const limits = createLimits();
const host = await startHost({ durable: true });
try {
  const [id] = await insertGames(host.db, [['WEEKLY', 'Gameweek 1', entries, 1]]);
  await measureGames(id!);
  await measureGateways(host, id!, limits);
} finally {
  await host.stop();
}
limits.close();

async function measureGames(game: string): Promise<void> {
  const path = `/api/games/${game}/leaderboard?limit=50`;
  const services = [await host.start(), await host.start()];
  for (const { url } of services) await waitForLeaderboard(url, game);
  const read = (what: string, replicas: readonly ServiceProcess[]) => {
    const meters = { games: sumCpu(replicas), Postgres: host.postgresCpuMs };
    return measureReads(what, { ports: replicas.map(({ port }) => port), path }, meters);
  };
  await read('warm-up, pages', services);
  const one = await read('pages, one replica', services.slice(0, 1));
  const two = await read('pages, two replicas', services);
  limits.check(
    'CPU time per page, two replicas relative to one',
    two.us.games / one.us.games,
    { max: MAX_CPU_RATIO },
    'times',
  );
  limits.check('failed page requests', one.failed + two.failed, { max: 0 }, 'requests');
  limits.check(
    'change visible at both replicas',
    await measureChangeAge(services, path),
    { max: MAX_AGE_MS },
    'ms',
  );
  for (const service of services) await service.stop();
}

/** Measures the time from a change in the database, as a third replica stores it, to the pages of both replicas. @returns ms */
async function measureChangeAge(services: readonly ServiceProcess[], path: string): Promise<number> {
  const fetchEtag = async ({ url }: ServiceProcess) => {
    const response = await fetch(url + path);
    await response.arrayBuffer();
    return response.headers.get('etag');
  };
  const before = await Promise.all(services.map(fetchEtag));
  await storeGoal(host.db, 7);
  const since = performance.now();
  await Promise.all(
    services.map(async (service, replica) => {
      while ((await fetchEtag(service)) === before[replica]) await sleep(5);
    }),
  );
  return performance.now() - since;
}
