import { insertGames } from './data/insert-games.ts';
import { storeGoal } from './data/goal.ts';
import { startHost } from './host/games-host.ts';
import type { GamesService } from './host/games-service.ts';
import { postgresCpuMs, cpuMs } from './host/process-stats.ts';
import { createLimits } from './load/limits.ts';
import { measureGateways } from './replicas/gateways.ts';
import { measureReads, type Part } from './replicas/reads.ts';

/**
 * npm run bench -- replicas [--entries N]: what a second replica of games brings to readers, and what it costs Postgres; then
 * what a second gateway in front of it brings to readers and to joins of one game.
 */
const entries = Number(process.argv[process.argv.indexOf('--entries') + 1]) || 20_000;
/** Of the processor time of a call with one replica. */
const MOST_PER_CALL = 1.25;
/** What another replica wrote. */
const MOST_AGE_MS = 1_000;

const log = (text: string) => console.log(`> ${text}`);
const limits = createLimits();
const host = await startHost('replicas', { durable: true });
try {
  await (await host.start()).stop(); // makes the tables
  const [id] = await insertGames(host.db, log, [['WEEKLY', 'Gameweek 1', entries, 1]]);
  await measureGames(`/api/games/${id}/leaderboard?limit=50`);
  await measureGateways(host, id!, limits, log);
} finally {
  await host.stop();
}
limits.close();

async function measureGames(path: string): Promise<void> {
  const services = [await host.start(), await host.start()];
  for (const { url } of services) while (!(await fetch(url + path)).ok);
  const read = (what: string, of: readonly GamesService[]) => {
    const parts: Part[] = [
      ['a replica', () => of.reduce((sum, { pid }) => sum + cpuMs(pid), 0)],
      ['Postgres', () => postgresCpuMs(host.dataDir)],
    ];
    return measureReads(what, { urls: of.map(({ url }) => url), path, parts }, log);
  };
  await read('pages, to warm up', services);
  const one = await read('pages of one replica', services.slice(0, 1));
  const two = await read('pages of two replicas', services);
  limits.check(
    'a page of two replicas, beside one',
    two.us[0]! / one.us[0]!,
    { max: MOST_PER_CALL },
    'times',
  );
  limits.check('refused or failed', one.failed + two.failed, { max: 0 }, 'calls');
  limits.check('a change -> both pages', await ageOnBoth(services, path), { max: MOST_AGE_MS }, 'ms');
  for (const service of services) await service.stop();
}

/** From points in the database, as a third replica would write them, to the pages of both. */
async function ageOnBoth(services: readonly GamesService[], path: string): Promise<number> {
  const tag = async ({ url }: GamesService) => {
    const answer = await fetch(url + path);
    await answer.arrayBuffer();
    return answer.headers.get('etag');
  };
  const before = await Promise.all(services.map(tag));
  await storeGoal(host.db, 7);
  const since = performance.now();
  await Promise.all(
    services.map(async (service, replica) => {
      while ((await tag(service)) === before[replica]) await new Promise((resolve) => setTimeout(resolve, 5));
    }),
  );
  return performance.now() - since;
}
