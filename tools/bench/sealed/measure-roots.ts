import { query } from '@touchline/service-kit/data/database';
import type { GamesHost } from '../host/games-host.ts';
import { cpuMs, postgresCpuMs } from '../host/process-stats.ts';
import { waitForLeaderboard } from '../host/wait-for-leaderboard.ts';
import { quantile } from '../load/load.ts';

const KICKOFFS = 3;
/** A root is published so long after its kick-off (game rules 10.4). */
const PUBLISH_DELAY_MS = 30_000;
/** Pause between two requests: without it, the probe itself would be significant load. */
const PROBE_MS = 5;

/** Publishes roots of new kick-offs, and reads the leaderboard until each is stored. The service logs how long a root took. */
export async function measureRoots(
  host: GamesHost,
  game: string,
  log: (text: string) => void,
): Promise<{ seconds: number; p99: number }> {
  const published: number[] = [];
  const onLog = (line: Record<string, unknown>) => {
    if (line.msg === 'lock root published' && line.game_id === game) published.push(Number(line.ms));
  };
  const service = await host.start({ env: { LOG_LEVEL: 'info' }, onLog });
  const url = `${service.url}/api/games/${game}/leaderboard?limit=50`;
  const latencies: number[] = [];
  const countRoots = async () =>
    (await query(host.db, 'select from lock_roots where game_id = ?', [game])).length;
  try {
    await waitForLeaderboard(service.url, game);
    // An earlier service may have published the root of the first kick-off.
    while ((await countRoots()) === 0) await pause();
    published.length = 0;
    const idle: number[] = [];
    for (let n = 0; n < 300; n += 1) idle.push(await probe(url));
    for (let kickoff = 1; kickoff <= KICKOFFS; kickoff += 1) {
      const before = [cpuMs(service.pid), postgresCpuMs(host.dataDir)] as const;
      await moveMatch(host, kickoff);
      while (published.length < kickoff) latencies.push(await probe(url));
      const cpu = [cpuMs(service.pid) - before[0], postgresCpuMs(host.dataDir) - before[1]] as const;
      log(
        `root ${kickoff}: ${published.at(-1)} ms; CPU time with the requests: games ${cpu[0].toFixed(0)}, Postgres ${cpu[1].toFixed(0)} ms`,
      );
    }
    log(`leaderboard: ${summarise(idle)} without a root, ${summarise(latencies)} beside roots`);
    if ((await countRoots()) !== KICKOFFS + 1) throw new Error(`${await countRoots()} roots are stored`);
  } finally {
    await service.stop();
  }
  return { seconds: Math.max(...published) / 1_000, p99: sortedQuantile(latencies, 0.99) };
}

/** Moves one match of the first gameweek, so that the root of a new kick-off is due. */
async function moveMatch({ db }: GamesHost, kickoff: number): Promise<void> {
  const at = new Date(Date.now() - PUBLISH_DELAY_MS - kickoff);
  await db.transaction(async (trx) => {
    await trx.raw('update fixtures set kickoff_time = ? where id = ?', [at, 100 + kickoff]);
    await trx.raw(
      `insert into feed_snapshots (season, kind, version, fetched_at) values ('2031', 'fixtures', ?, now())
       on conflict (season, kind) do update set version = excluded.version`,
      [kickoff],
    );
    await trx.raw('update seasons set version = version + 1');
  });
}

async function probe(url: string): Promise<number> {
  const since = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  const ms = performance.now() - since;
  await pause();
  return ms;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PROBE_MS));

const sortedQuantile = (latencies: readonly number[], share: number) =>
  quantile(
    latencies.toSorted((a, b) => a - b),
    share,
  );

const summarise = (latencies: readonly number[]) =>
  `p50 ${sortedQuantile(latencies, 0.5).toFixed(1)}, p99 ${sortedQuantile(latencies, 0.99).toFixed(1)} ms (${latencies.length} requests)`;
