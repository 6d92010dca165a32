import { Worker } from 'node:worker_threads';
import { insertMillion } from './admin/million.ts';
import { storeGoal } from './data/goal.ts';
import { startHost } from './host/games-host.ts';
import type { GamesService } from './host/games-service.ts';
import { postgresMs, processorMs } from './host/process-figures.ts';
import { at, type Load } from './reads/load.ts';
import { createVerdict } from './reads/verdict.ts';

/** npm run bench -- replicas [--entries N]: what a second replica of games brings to readers, and what it costs Postgres. */
const entries = Number(process.argv[process.argv.indexOf('--entries') + 1]) || 20_000;
const CONNECTIONS = 16;
const SECONDS = 8;
/** Of the processor time of a call with one replica. */
const MOST_PER_CALL = 1.25;
/** What another replica wrote. */
const MOST_AGE_MS = 1_000;

const say = (text: string) => console.log(`> ${text}`);
const verdict = createVerdict();
const host = await startHost('replicas');
try {
  await (await host.start()).stop(); // makes the tables
  const [id] = await insertMillion(host.db, say, [['WEEKLY', 'Gameweek 1', entries, 1]]);
  const path = `/api/games/${id}/leaderboard?limit=50`;
  const services = [await host.start(), await host.start()];
  for (const { url } of services) while (!(await fetch(url + path)).ok);
  await measure('warms up', services, path);
  const one = await measure('one replica', services.slice(0, 1), path);
  const two = await measure('two replicas', services, path);
  verdict.check('a call with two, beside one', two.us / one.us, { most: MOST_PER_CALL }, 'times');
  verdict.check('refused or failed', one.failed + two.failed, { most: 0 }, 'calls');
  verdict.check('a change -> both pages', await ageOnBoth(services, path), { most: MOST_AGE_MS }, 'ms');
  for (const service of services) await service.stop();
} finally {
  await host.stop();
}
verdict.close();

async function measure(what: string, services: readonly GamesService[], path: string) {
  const busy = () => services.reduce((sum, { pid }) => sum + processorMs(pid), 0);
  const [before, postgres] = [busy(), postgresMs(host.dataDir)];
  const loads = await Promise.all(services.map((service) => run(service, path)));
  const answers = loads.reduce((sum, load) => sum + load.answers, 0);
  const failed = loads.reduce((sum, load) => sum + load.failed, 0);
  const us = ((busy() - before) * 1_000) / answers;
  const postgresUs = ((postgresMs(host.dataDir) - postgres) * 1_000) / answers;
  const perSecond = loads.reduce((sum, load) => sum + load.answers / load.seconds, 0);
  const p99 = Math.max(...loads.map(({ took }) => at(took, 0.99)));
  say(
    `${what}: ${perSecond.toFixed(0)} a second, ${us.toFixed(0)} us of a replica and ${postgresUs.toFixed(1)} us of Postgres each, ` +
      `p99 ${p99.toFixed(1)} ms; by their processor time alone ${((services.length * 1e6) / us).toFixed(0)} a second`,
  );
  return { us, failed };
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

/** The clients of each replica have a thread of their own. */
function run({ url }: GamesService, path: string): Promise<Load> {
  return new Promise((resolve, reject) => {
    const workerData = { port: Number(new URL(url).port), path, connections: CONNECTIONS, seconds: SECONDS };
    const worker = new Worker(new URL('./reads/load-thread.js', import.meta.url), { workerData });
    worker.once('message', resolve).once('error', reject);
  });
}
