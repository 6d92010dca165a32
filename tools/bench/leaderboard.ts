import { query } from '@touchline/service-kit/database';
import { insertGames } from './data/insert-games.ts';
import { storeGoal } from './data/goal.ts';
import { startHost } from './host/games-host.ts';
import type { GamesService } from './host/games-service.ts';
import { cpuMs } from './host/process-stats.ts';
import { loadInThread } from './load/load-in-thread.ts';
import { quantile, type Load } from './load/load.ts';
import { createLimits } from './load/limits.ts';

/** npm run bench -- leaderboard [--entries N]: a page of a large game, quiet and while points and entries come. */
const entries = Number(process.argv[process.argv.indexOf('--entries') + 1]) || 1_000_000;
const LIMIT = { perSecond: 15_000, p99: 10, lightP99: 15 };
const CONNECTIONS = 32;
const SECONDS = 8;

const log = (text: string) => console.log(`> ${text}`);
const limits = createLimits();
const host = await startHost('leaderboard');
try {
  await (await host.start()).stop(); // makes the tables
  const [id] = await insertGames(host.db, log, [['WEEKLY', 'Gameweek 1', entries, 1]]);
  const service = await host.start();
  const path = `/api/games/${id}/leaderboard?limit=50`;
  const { etag } = await loaded(service.url + path);
  await run(service, path, {}); // warms up
  const calm = await measure(service, '50 rows', path);
  await measure(service, '50 rows, unchanged (304)', path, { 'if-none-match': etag });
  limits.check('pages of 50 rows, calm', calm.perSecond, { min: LIMIT.perSecond }, 'a second');
  limits.check('their p99', calm.p99, { max: LIMIT.p99 }, 'ms');
  await besideGoals(service, id!, path);
  await service.stop();
} finally {
  await host.stop();
}
limits.close();

/** The first page, and the wait for it. */
async function loaded(url: string): Promise<{ etag: string }> {
  for (;;) {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    if (answer.ok) return { etag: answer.headers.get('etag') ?? '' };
  }
}

/** A goal every second, written to the database as another replica would. */
async function besideGoals(service: GamesService, id: string, path: string): Promise<void> {
  let goals = 0;
  const goal = async () => {
    goals += 1;
    await storeGoal(host.db, 7 + goals);
  };
  const timer = setInterval(() => void goal(), 1_000);
  const light: number[] = [];
  let done = false;
  const probe = (async () => {
    while (!done) {
      const since = performance.now();
      await (await fetch(`${service.url}/api/games/${id}/leaderboard?limit=1`)).arrayBuffer();
      light.push(performance.now() - since);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000));
  done = true;
  await probe;
  light.sort((a, b) => a - b);
  log(
    `one reader beside a goal a second: p50 ${quantile(light, 0.5).toFixed(1)}, p99 ${quantile(light, 0.99).toFixed(1)} ms`,
  );
  limits.check('a reader beside goals, p99', quantile(light, 0.99), { max: LIMIT.lightP99 }, 'ms');
  const busy = await measure(service, '50 rows beside goals', path);
  limits.check('pages beside goals, p99', busy.p99, { max: LIMIT.p99 }, 'ms');
  clearInterval(timer);
  const age = await ageAfterGoal(service.url + path);
  limits.check('a goal in the database -> the page', age, { max: 1_000 }, 'ms');
  const rows = await query<{ version: number }>(host.db, 'select version from seasons');
  log(`${goals} goals, season version ${rows[0]?.version}`);
}

async function ageAfterGoal(url: string): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const tag = async () => {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    return answer.headers.get('etag');
  };
  await tag();
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  const before = await tag();
  await storeGoal(host.db, 7);
  const since = performance.now();
  while ((await tag()) === before) await new Promise((resolve) => setTimeout(resolve, 5));
  return performance.now() - since;
}

async function measure(service: GamesService, what: string, path: string, headers = {}) {
  const busy = cpuMs(service.pid);
  const { answers, failed, seconds, latencies } = await run(service, path, headers);
  const us = ((cpuMs(service.pid) - busy) * 1_000) / answers;
  const perSecond = answers / seconds;
  log(
    `${what}: ${perSecond.toFixed(0)} a second, ${us.toFixed(0)} us of the service each, p50 ${quantile(latencies, 0.5).toFixed(1)}, ` +
      `p99 ${quantile(latencies, 0.99).toFixed(1)} ms, ${failed} failed`,
  );
  return { perSecond, us, p99: quantile(latencies, 0.99) };
}

function run({ url }: GamesService, path: string, headers: Readonly<Record<string, string>>): Promise<Load> {
  const port = Number(new URL(url).port);
  return loadInThread({ port, path, headers, connections: CONNECTIONS, seconds: SECONDS });
}
