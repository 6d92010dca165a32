import { parseArgs } from 'node:util';
import { queryOne } from '@touchline/service-kit/data/database';
import { startTokens } from '@touchline/service-kit/testing/tokens';
import { storeGoal } from './data/goal.ts';
import { insertGames } from './data/insert-games.ts';
import { codeOf, insertLargeLeague, insertLeagues } from './data/insert-leagues.ts';
import { startHost } from './host/games-host.ts';
import type { GamesService } from './host/games-service.ts';
import { cpuMs } from './host/process-stats.ts';
import { buildRequest, sendJoins } from './joins/send-joins.ts';
import { createLimits } from './load/limits.ts';
import { type Load, quantile } from './load/load.ts';
import { loadInThread } from './load/load-in-thread.ts';

// npm run bench -- leagues [--entries N] [--leagues N]: tables of leagues in a large game, joins with a code, and the leaderboard
// without and with the load of leagues.

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    leagues: { type: 'string', default: '200000' },
    joins: { type: 'string', default: '5000' },
  },
});
const [entries, leagues, joins] = [Number(values.entries), Number(values.leagues), Number(values.joins)];
const LARGE = { members: 1_000, p99: 20 };
const HUGE = { members: Math.min(100_000, entries), p99: 100 };
const JOINS_PER_SECOND = 500;
/** Latency of the leaderboard beside the load of leagues. */
const LEADERBOARD_P99 = 10;
const CONNECTIONS = 8;
const JOIN_CONNECTIONS = 32;
const SECONDS = 8;

const log = (text: string) => console.log(`> ${text}`);
const limits = createLimits();
const host = await startHost('leagues', { durable: true });
const tokens = await startTokens();
try {
  await (await host.start(tokens)).stop(); // creates the tables
  const [game] = await insertGames(host.db, log, [['SEASON', 'Season 2031', entries, 38]]);
  await insertLeagues(host.db, game!, entries, leagues);
  await insertLargeLeague(host.db, game!, leagues + 1, LARGE.members);
  await insertLargeLeague(host.db, game!, leagues + 2, HUGE.members);
  await host.db.raw('analyze');
  log(`${leagues.toLocaleString('en')} leagues`);
  const service = await host.start(tokens);
  const leaderboard = `/api/games/${game}/leaderboard?limit=50`;
  await waitForPage(service.url + leaderboard);
  const token = await tokens.accessToken(await findWallet(1));
  const headers = { authorization: `Bearer ${token}` };
  const [large, huge] = [await findTable(leagues + 1), await findTable(leagues + 2)];
  const cold = performance.now();
  await (await fetch(service.url + huge, { headers })).arrayBuffer();
  log(
    `first page of ${HUGE.members.toLocaleString('en')} members: ${(performance.now() - cold).toFixed(0)} ms`,
  );

  await run(service, leaderboard);
  const alone = await measure(service, 'leaderboard alone', leaderboard);
  const tables = await measure(service, 'table of 1,000 members', large, headers);
  limits.check('table of 1,000 members, p99', tables.p99, { max: LARGE.p99 }, 'ms');
  const pages = await measure(service, 'page of 100,000 members', huge, headers);
  limits.check('page of 100,000 members, p99', pages.p99, { max: HUGE.p99 }, 'ms');
  const goals = setInterval(() => void storeGoal(host.db, 7), 1_000);
  const [busy] = await Promise.all([
    measure(service, 'leaderboard during goals and tables', leaderboard),
    measure(service, 'page of 100,000 members during goals', huge, headers, 1),
  ]);
  clearInterval(goals);
  limits.check('leaderboard alone, p99', alone.p99, { max: LEADERBOARD_P99 }, 'ms');
  limits.check('leaderboard beside tables and goals, p99', busy.p99, { max: 2 * LEADERBOARD_P99 }, 'ms');
  await measureJoins(service);
  await service.stop();
} finally {
  await tokens.stop();
  await host.stop();
}
limits.close();

async function waitForPage(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url);
    await response.arrayBuffer();
    if (response.ok) return;
  }
}

async function findWallet(ordinal: number): Promise<string> {
  const row = await queryOne<{ wallet: string }>(
    host.db,
    'select wallet_address as wallet from entries where ordinal = ?',
    [ordinal],
  );
  return row!.wallet;
}

async function findTable(n: number): Promise<string> {
  const row = await queryOne<{ id: string }>(host.db, 'select id from leagues where code = ?', [codeOf(n)]);
  return `/api/leagues/${row!.id}/table?limit=50`;
}

/** Measures joins of different entries in different leagues. */
async function measureJoins({ url, pid }: GamesService): Promise<void> {
  const requests = await Promise.all(
    Array.from({ length: joins }, async (_, n) => {
      const wallet = await findWallet(entries - n);
      const token = await tokens.accessToken(wallet);
      const code = codeOf(1 + ((n * 13) % leagues));
      return { wallet, request: buildRequest(url, 'POST /api/leagues/join', token, { code }) };
    }),
  );
  const before = cpuMs(pid);
  const since = performance.now();
  const responses = await sendJoins(url, requests, JOIN_CONNECTIONS);
  const perSecond = responses.length / ((performance.now() - since) / 1_000);
  const failed = responses.filter(({ status }) => status !== 200).length;
  const us = ((cpuMs(pid) - before) * 1_000) / responses.length;
  const times = responses.map(({ ms }) => ms).sort((a, b) => a - b);
  log(
    `joins: p50 ${quantile(times, 0.5).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)} ms, CPU time ${us.toFixed(0)} us, ${failed} failed`,
  );
  limits.check('joins of leagues', failed > 0 ? 0 : perSecond, { min: JOINS_PER_SECOND }, '/s');
}

async function measure(
  service: GamesService,
  what: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  connections = CONNECTIONS,
) {
  const before = cpuMs(service.pid);
  const { responses, failed, seconds, latencies } = await run(service, path, headers, connections);
  const p99 = quantile(latencies, 0.99);
  const us = ((cpuMs(service.pid) - before) * 1_000) / responses;
  log(
    `${what}: ${(responses / seconds).toFixed(0)}/s, p50 ${quantile(latencies, 0.5).toFixed(1)}, p99 ${p99.toFixed(1)} ms, CPU time ${us.toFixed(0)} us, ${failed} failed`,
  );
  return { p99 };
}

function run(
  { url }: GamesService,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  connections = CONNECTIONS,
): Promise<Load> {
  return loadInThread({ port: Number(new URL(url).port), path, headers, connections, seconds: SECONDS });
}
