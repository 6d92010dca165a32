import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient } from '@touchline/api/client';
import { joinGame, requireParticipation } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { signIn } from '@touchline/local-stack/clients/signed-in';
import { type Product, withProduct } from '@touchline/local-stack/product';
import { UNLIMITED } from '@touchline/local-stack/supervisor/unlimited';
import { type Database, openDatabase, queryOne } from '@touchline/service-kit/data/database';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createLimits } from './figures/limits.ts';
import { log } from './figures/log.ts';
import { quantile } from './figures/statistics.ts';
import { cpuMs, serverCpuMs } from './host/process-stats.ts';
import { findWeeklyGame } from './host/weekly-game.ts';
import type { Load } from './load/load.ts';
import { loadInThread } from './load/load-in-thread.ts';

parseArgs(); // no options

/** npm run bench -- endpoints: CPU time per request of each process of a complete product, through the gateway. */
const CONNECTIONS = 32;
const GAMEWEEK = 6;
const SECONDS = 5;
/** Postgres transactions per second while nothing changes: independent of the number of requests. */
const MAX_TRANSACTIONS = 20;

interface MeasuredRequest {
  name: string;
  path: string;
  /** The service that responds; none when the gateway itself does. */
  service?: 'games' | 'fpl-relay';
  headers?: Record<string, string>;
  /** The response depends on the user, so Postgres transactions are not limited. */
  perUser?: boolean;
}

const limits = createLimits();
const options = {
  replay: { paused: true, fromGameweek: GAMEWEEK },
  env: { gateway: UNLIMITED },
  say: log,
};
await withProduct(options, async (product) => {
  const db = openDatabase(product.databaseUrl('games'), 'games', { connections: 1 });
  try {
    const idle = await measureIdleRate(product, db);
    log(`without requests: ${idle.toFixed(1)} transactions/s, subtracted below`);
    console.log(
      '| request | requests/s | gateway µs | service µs | Postgres µs | transactions per request | p99 ms |',
    );
    console.log('| --- | --- | --- | --- | --- | --- | --- |');
    for (const request of await prepareRequests(product)) await measure(product, db, request, idle);
  } finally {
    await db.destroy();
  }
});
limits.close();

/** Prepares the requests of a user's first minutes; the user has joined this gameweek's game. */
async function prepareRequests(product: Product): Promise<MeasuredRequest[]> {
  const game = await findWeeklyGame(product, GAMEWEEK);
  const token = await signIn(product.url, privateKeyToAccount(generatePrivateKey()));
  const body = randomTeam(await product.api.request(bootstrap), 'Entrant');
  const client = createClient({ base: `${product.url}/api`, token: () => token });
  const team = requireParticipation(await client.request(joinGame, { params: { id: game.id }, body }));
  const signedIn = { authorization: `Bearer ${token}` };
  const unjoined = {
    authorization: `Bearer ${await signIn(product.url, privateKeyToAccount(generatePrivateKey()))}`,
  };
  const leaderboard = `/api/games/${game.id}/leaderboard?limit=50`;
  const conditional = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(product.url + path, { headers });
    await response.arrayBuffer();
    return { ...headers, 'if-none-match': response.headers.get('etag') ?? '' };
  };
  const football = '/api/fpl/bootstrap';
  const br = { 'accept-encoding': 'br' };
  return [
    { name: 'leaderboard', path: leaderboard, service: 'games' },
    { name: 'leaderboard, signed in', path: leaderboard, service: 'games', headers: signedIn },
    {
      name: 'leaderboard, unchanged (304)',
      path: leaderboard,
      service: 'games',
      headers: await conditional(leaderboard),
    },
    { name: 'current gameweek', path: '/api/games/gameweeks/current', service: 'games' },
    { name: 'games', path: '/api/games', service: 'games' },
    { name: 'one game', path: `/api/games/${game.id}`, service: 'games' },
    { name: 'clubs', path: '/api/fpl/teams', service: 'fpl-relay' },
    { name: 'football data (br)', path: football, service: 'fpl-relay', headers: br },
    {
      name: 'football data, unchanged (304)',
      path: football,
      service: 'fpl-relay',
      headers: await conditional(football, br),
    },
    { name: 'settings', path: '/api/config' },
    // Last: Postgres reports transactions up to ten seconds late, so they would be attributed to the next request.
    {
      name: 'leaderboard, signed in, not joined',
      path: leaderboard,
      service: 'games',
      headers: unjoined,
      perUser: true,
    },
    {
      name: 'my team',
      path: `/api/games/participations/${team.id}`,
      service: 'games',
      headers: signedIn,
      perUser: true,
    },
    {
      name: 'my participations',
      path: '/api/games/my-participations',
      service: 'games',
      headers: signedIn,
      perUser: true,
    },
  ];
}

async function measure(
  product: Product,
  db: Database,
  request: MeasuredRequest,
  idle: number,
): Promise<void> {
  await run(product, request, 1); // warm-up
  const since = performance.now();
  const before = await readFigures(product, db, request);
  const { responses, failed, seconds, latencies } = await run(product, request, SECONDS);
  const after = await readFigures(product, db, request);
  const background = (idle * (performance.now() - since)) / 1_000;
  const transactions = Math.max(0, after.transactions - before.transactions - background);
  const us = (name: Process) => (((after[name] - before[name]) * 1_000) / responses).toFixed(0);
  const cells = [
    request.name,
    (responses / seconds).toFixed(0),
    us('gateway'),
    request.service ? us('service') : '',
    us('postgres'),
    (transactions / responses).toFixed(3),
    quantile(latencies, 0.99).toFixed(1),
  ];
  console.log(`| ${cells.join(' | ')} |`);
  limits.check(`${request.name}: failed`, failed, { max: 0 }, 'requests');
  if (request.perUser) return;
  limits.check(
    `${request.name}: Postgres`,
    transactions / seconds,
    { max: MAX_TRANSACTIONS },
    'transactions/s',
  );
}

type Process = 'gateway' | 'service' | 'postgres';

/** Measures the transactions/s of outbox, heartbeats and polls without requests. */
async function measureIdleRate(product: Product, db: Database): Promise<number> {
  const since = performance.now();
  const before = await readFigures(product, db, {});
  await sleep(SECONDS * 1_000);
  const { transactions } = await readFigures(product, db, {});
  return ((transactions - before.transactions) * 1_000) / (performance.now() - since);
}

async function readFigures(product: Product, db: Database, { service }: Pick<MeasuredRequest, 'service'>) {
  // Postgres sessions report their statistics with a delay of up to one second.
  await sleep(1_200);
  const row = await queryOne<{ transactions: number }>(
    db,
    'select sum(xact_commit + xact_rollback)::bigint as transactions from pg_stat_database',
  );
  return {
    gateway: cpuMs(product.pid('gateway')!),
    service: service ? cpuMs(product.pid(service)!) : 0,
    postgres: serverCpuMs(product.pid('postgres')!),
    transactions: row!.transactions,
  };
}

function run(product: Product, { path, headers = {} }: MeasuredRequest, seconds: number): Promise<Load> {
  return loadInThread({
    port: Number(new URL(product.url).port),
    path,
    headers,
    connections: CONNECTIONS,
    seconds,
  });
}
