import { setTimeout } from 'node:timers/promises';
import { insertGames } from './data/insert-games.ts';
import { startHost } from './host/games-host.ts';
import type { GamesService } from './host/games-service.ts';
import { cpuMs, residentMb } from './host/process-stats.ts';
import { quantile } from './load/load.ts';
import { createLimits } from './load/limits.ts';

/** npm run bench -- start [--entries N]: from the start of the service to the first page of a large game. */
const entries = Number(process.argv[process.argv.indexOf('--entries') + 1]) || 1_000_000;
const millions = Math.max(1, entries / 1_000_000);
/** Two backends of Postgres, the service and its caller share two cores while a game is read: nobody notices 50 ms. */
const LIGHT_MS = 50;
const LIMIT = { seconds: 2 * millions, mb: 150 * millions, lightMs: LIGHT_MS };
const ROUNDS = 3;
/** Between two of the other calls: without a pause they would be load, a third of a processor in each of both processes. */
const PROBE_MS = 5;

const log = (text: string) => console.log(`> ${text}`);
const limits = createLimits();
const host = await startHost('start');
try {
  const empty = await host.start();
  await quiet();
  const emptyMb = residentMb(empty.pid);
  await empty.stop();
  log(`empty: ${emptyMb.toFixed(0)} MB`);
  const [id] = await insertGames(host.db, log, [['WEEKLY', 'Gameweek 1', entries, 1]]);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measure(id!));
  rounds.sort((a, b) => a.seconds - b.seconds);
  const median = rounds[Math.floor(ROUNDS / 2)]!;
  limits.check('first page after the start', median.seconds, { max: LIMIT.seconds }, 's');
  limits.check('of that, processor time', median.busySeconds, { max: LIMIT.seconds }, 's');
  limits.check('memory beyond the empty service', median.mb - emptyMb, { max: LIMIT.mb }, 'MB');
  limits.check('other calls while it loads, p99', median.lightMs, { max: LIMIT.lightMs }, 'ms');
} finally {
  await host.stop();
}
limits.close();

async function measure(id: string) {
  const service = await host.start();
  const since = performance.now();
  const light: number[] = [];
  let done = false;
  const probe = (async () => {
    while (!done) {
      light.push(await lightCall(service));
      await setTimeout(PROBE_MS);
    }
  })();
  let refused = 0;
  for (;;) {
    const answer = await fetch(`${service.url}/api/games/${id}/leaderboard?limit=50`);
    await answer.arrayBuffer();
    if (answer.ok) break;
    if (answer.status !== 503 || !answer.headers.has('retry-after'))
      throw new Error(`status ${answer.status}`);
    refused += 1;
  }
  const seconds = (performance.now() - since) / 1_000;
  const busySeconds = cpuMs(service.pid) / 1_000;
  done = true;
  await probe;
  await quiet();
  const mb = residentMb(service.pid);
  await service.stop();
  light.sort((a, b) => a - b);
  const lightMs = quantile(light, 0.99);
  log(
    `ready after ${seconds.toFixed(2)} s (${busySeconds.toFixed(2)} s of a processor), ${mb.toFixed(0)} MB, ` +
      `${refused} times 503 with Retry-After; light calls p50 ${quantile(light, 0.5).toFixed(1)}, p99 ${lightMs.toFixed(1)} ms`,
  );
  return { seconds, busySeconds, mb, lightMs };
}

async function lightCall({ url }: GamesService): Promise<number> {
  const since = performance.now();
  await (await fetch(`${url}/api/games/entry-fees`)).arrayBuffer();
  return performance.now() - since;
}

/** Lets what was only needed for the start be collected. */
function quiet(): Promise<void> {
  return setTimeout(3_000);
}
