import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { query } from '@touchline/service-kit/data/database';
import { insertGames } from './data/insert-games.ts';
import { createLimits } from './figures/limits.ts';
import { log } from './figures/log.ts';
import { formatTimes, quantile } from './figures/statistics.ts';
import { startHost } from './host/games-host.ts';
import type { ServiceProcess } from './host/service-process.ts';
import { waitForLeaderboard } from './host/wait-for-leaderboard.ts';
import { measureLoad } from './load/measure-load.ts';
import { startProbe } from './load/probe.ts';
import { endGame, insertPoints } from './prizes/final-game.ts';
import { measurePush } from './prizes/push.ts';
import { startVaultChain } from './prizes/vault-chain.ts';

/** npm run bench -- prizes [--entries N]: settles a large game whose best fifth wins, and pays prizes through the vault. */
const { values } = parseArgs({ options: { entries: { type: 'string', default: '1000000' } } });
const entries = Number(values.entries);
const millions = Math.max(1, entries / 1_000_000);
const LIMIT = {
  settleMs: 5_000 * millions,
  treeMs: 60_000 * millions,
  besideP99: 15,
  pageP99: 10,
  gas: 45_000,
};
/** Durations of the measurement of pages and of its warm-up (compilation, background work of Postgres). */
const [PAGES_SECONDS, WARM_UP_SECONDS] = [5, 2];
/** Time between two requests for the leaderboard. */
const PROBE_MS = 20;
/** Duration of the baseline: the leaderboard is read before a settlement. */
const ALONE_MS = 10_000;

const awaited = (what: string) => ({ what, timeoutMs: 120_000 });
const limits = createLimits();
const chain = await startVaultChain();
const host = await startHost();
try {
  const [id] = (await insertGames(host.db, [['WEEKLY', 'Gameweek 1', entries, 1]])) as [string];
  await insertPoints(host.db, id, chain.token);
  const lines: Record<string, unknown>[] = [];
  const service = await host.start({ env: chain.env, onLog: (line) => lines.push(line) });
  await waitForLeaderboard(service.url, id);
  await measureSettlement(service, id, lines);
  await measurePages(service, id);
  await measurePush({ chain, host, game: id, limits, maxGas: LIMIT.gas });
} finally {
  await host.stop();
  await chain.stop();
}
limits.close();

/** Ends the game, and reads its leaderboard until the prizes are settled. The service logs how long its steps took. */
async function measureSettlement({ url }: ServiceProcess, id: string, lines: Record<string, unknown>[]) {
  const find = (msg: string) => lines.find((line) => line.msg === msg && line.game_id === id);
  const leaderboard = `${url}/api/games/${id}/leaderboard?limit=50`;
  const probe = startProbe({ url: leaderboard, everyMs: PROBE_MS });
  await sleep(ALONE_MS);
  const alone = await probe.take();
  await endGame(host.db, id);
  const computed = await waitUntil(() => find('prizes computed'), awaited('prizes computed'));
  const awarding = await probe.take();
  const settled = await waitUntil(() => find('prizes settled'), awaited('prizes settled'));
  const latencies = [...awarding, ...(await probe.take())];
  await probe.stop();
  log(
    `${Number(settled.prizes).toLocaleString('en')} prizes awarded in ${computed.ms} ms, frozen in ${settled.ms} ms, tree in ` +
      `${settled.tree_ms} ms`,
  );
  for (const [when, times] of Object.entries({ alone, awarding, 'until settled': latencies }))
    log(`${times.length} leaderboards ${when}: ${formatTimes(times)}`);
  limits.check('prizes to award and freeze', Number(settled.prizes), { min: entries / 5 }, 'prizes');
  limits.check('award and freeze', Number(computed.ms) + Number(settled.ms), { max: LIMIT.settleMs }, 'ms');
  limits.check('tree in a worker', Number(settled.tree_ms), { max: LIMIT.treeMs }, 'ms');
  limits.check('leaderboard beside it, p99', quantile(latencies, 0.99), { max: LIMIT.besideP99 }, 'ms');
}

/** Reads pages of results and of the settled game. */
async function measurePages({ url, port, cpuMs }: ServiceProcess, id: string): Promise<void> {
  const rows = await query<{ total: string; prizes: string }>(
    host.db,
    'select total, (select sum(amount) from prize_awards where game_id = s.game_id) as prizes from prize_settlements as s where game_id = ?',
    [id],
  );
  limits.check(
    'wei between pool and prizes',
    Number(BigInt(rows[0]!.total) - BigInt(rows[0]!.prizes)),
    { max: 0, min: 0 },
    'wei',
  );
  for (const [what, path] of [
    ['page of results', '/api/results?limit=50'],
    ['result of the game', `/api/games/${id}/result`],
  ] as const) {
    const read = (when: string, seconds: number) =>
      measureLoad(`${what}${when}`, { port, path, connections: 1, seconds }, { games: cpuMs });
    await read(', warm-up', WARM_UP_SECONDS);
    const { p99 } = await read('', PAGES_SECONDS);
    limits.check(`${what}, p99`, p99, { max: LIMIT.pageP99 }, 'ms');
  }
  const since = performance.now();
  const page = await fetch(`${url}/api/games/${id}/result/entries?cursor=${entries / 2}`);
  const lines = (await page.text()).trim().split('\n');
  log(`${lines.length} entries of the result: ${(performance.now() - since).toFixed(0)} ms`);
}
