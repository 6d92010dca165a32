import { setTimeout as sleep } from 'node:timers/promises';
import { LOCK_ROOT_DELAY_MS } from '@touchline/rules/missing-roots';
import { query } from '@touchline/service-kit/data/database';
import { log } from '../figures/log.ts';
import { formatTimes, quantile } from '../figures/statistics.ts';
import type { GamesHost } from '../host/games-host.ts';
import { waitForLeaderboard } from '../host/wait-for-leaderboard.ts';
import { startProbe } from '../load/probe.ts';

const KICKOFFS = 3;
/** Time between two requests for the leaderboard, and duration of the baseline without roots, in ms. */
const [PROBE_MS, IDLE_MS] = [10, 3_000];
const POLL_MS = 5;

/** Publishes roots of new kick-offs, and reads the leaderboard until each is stored. The service logs how long a root took. */
export async function measureRoots(host: GamesHost, game: string): Promise<{ seconds: number; p99: number }> {
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
    while ((await countRoots()) === 0) await sleep(POLL_MS);
    published.length = 0;
    const probe = startProbe({ url, everyMs: PROBE_MS });
    await sleep(IDLE_MS);
    const idle = await probe.take();
    for (let kickoff = 1; kickoff <= KICKOFFS; kickoff += 1) {
      const before = host.postgresCpuMs();
      await moveMatch(host, kickoff);
      await probe.take(); // between two roots
      while (published.length < kickoff) await sleep(POLL_MS);
      latencies.push(...(await probe.take()));
      const cpu = host.postgresCpuMs() - before;
      log(`root ${kickoff}: ${published.at(-1)} ms; CPU time of Postgres: ${cpu.toFixed(0)} ms`);
    }
    await probe.stop();
    log(`leaderboard without a root: ${formatTimes(idle)}; during lock roots: ${formatTimes(latencies)}`);
    if ((await countRoots()) !== KICKOFFS + 1) throw new Error(`${await countRoots()} roots are stored`);
  } finally {
    await service.stop();
  }
  return { seconds: Math.max(...published) / 1_000, p99: quantile(latencies, 0.99) };
}

/** Moves one match of the first gameweek, so that the root of a new kick-off is due. */
async function moveMatch({ db }: GamesHost, kickoff: number): Promise<void> {
  const at = new Date(Date.now() - LOCK_ROOT_DELAY_MS - kickoff);
  await db.transaction(async (trx) => {
    await trx.raw('update fixtures set kickoff_time = ? where id = ?', [at, 100 + kickoff]);
    await trx.raw(
      `insert into feed_snapshots (season, kind, version) values ('2031', 'fixtures', ?)
       on conflict (season, kind) do update set version = excluded.version`,
      [kickoff],
    );
    await trx.raw('update seasons set version = version + 1');
  });
}
