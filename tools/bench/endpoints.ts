import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@touchline/api/client';
import { requireParticipation, joinGame } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { listGames } from '@touchline/api/http/games';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { signIn } from '@touchline/local-stack/clients/signed-in';
import { type Product, startProduct } from '@touchline/local-stack/product';
import { type Database, openDatabase, queryOne } from '@touchline/service-kit/database';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { RAISED_LIMITS } from './host/raised-limits.ts';
import { cpuMs, serverCpuMs } from './host/process-stats.ts';
import { loadInThread } from './load/load-in-thread.ts';
import { quantile, type Load } from './load/load.ts';
import { createLimits } from './load/limits.ts';

/** npm run bench -- calls: what a call costs each process of a whole product, through the gateway. */
const CONNECTIONS = 32;
const SECONDS = 5;
/** Reads of what has not changed, in transactions of Postgres: a few a second, however many call. */
const MOST_TRANSACTIONS = 20;

interface Call {
  what: string;
  path: string;
  /** Behind the gateway. */
  service?: 'games' | 'fpl-relay';
  headers?: Record<string, string>;
  /** It reads what belongs to the caller. */
  own?: boolean;
}

const log = (text: string) => console.error(`> ${text}`);
const limits = createLimits();
const home = mkdtempSync(join(tmpdir(), 'touchline-bench-calls-'));
try {
  const product = await startProduct({
    home,
    replay: { paused: true, fromGameweek: 6 },
    env: { gateway: RAISED_LIMITS },
    log,
  });
  const db = openDatabase(product.databaseUrl('games'), 'games', { connections: 1 });
  try {
    const idle = await idleRate(product, db);
    log(`without any call: ${idle.toFixed(1)} transactions a second, which are not counted below`);
    console.log('| call | a second | gateway us | service us | Postgres us | transactions a call | p99 ms |');
    console.log('| --- | --- | --- | --- | --- | --- | --- |');
    for (const call of await callsOf(product)) await measure(product, db, call, idle);
  } finally {
    await db.destroy();
    await product.stop();
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
limits.close();

/** The calls of the first minutes, as a wallet that has joined this gameweek's game. */
async function callsOf(product: Product): Promise<Call[]> {
  const base = `${product.url}/api`;
  const anonymous = createClient({ base });
  const { games } = await anonymous.request(listGames, { query: { game_type: 'WEEKLY' } });
  const game = games.find((one) => one.first_gameweek === 6)!;
  const token = await signIn(base, privateKeyToAccount(generatePrivateKey()));
  const body = randomTeam(await anonymous.request(bootstrap), 'Entrant');
  const client = createClient({ base, token: () => token });
  const team = requireParticipation(await client.request(joinGame, { params: { id: game.id }, body }));
  const signedIn = { authorization: `Bearer ${token}` };
  const createVisitor = {
    authorization: `Bearer ${await signIn(base, privateKeyToAccount(generatePrivateKey()))}`,
  };
  const board = `/api/games/${game.id}/leaderboard?limit=50`;
  const tagOf = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(product.url + path, { headers });
    await answer.arrayBuffer();
    return { ...headers, 'if-none-match': answer.headers.get('etag') ?? '' };
  };
  const football = '/api/fpl/bootstrap';
  const br = { 'accept-encoding': 'br' };
  return [
    { what: 'leaderboard', path: board, service: 'games' },
    { what: 'leaderboard, signed in', path: board, service: 'games', headers: signedIn },
    { what: 'leaderboard, unchanged (304)', path: board, service: 'games', headers: await tagOf(board) },
    { what: 'current gameweek', path: '/api/games/gameweeks/current', service: 'games' },
    { what: 'games', path: '/api/games', service: 'games' },
    { what: 'one game', path: `/api/games/${game.id}`, service: 'games' },
    { what: 'clubs', path: '/api/fpl/teams', service: 'fpl-relay' },
    { what: 'football data (br)', path: football, service: 'fpl-relay', headers: br },
    {
      ...{ what: 'football data, unchanged (304)', path: football, service: 'fpl-relay' },
      headers: await tagOf(football, br),
    },
    { what: 'settings', path: '/api/config' },
    // Last: Postgres counts a transaction up to ten seconds late, and these would be counted for the next call.
    {
      ...{ what: 'leaderboard, signed in, not joined', path: board, service: 'games' },
      ...{ headers: createVisitor, own: true },
    },
    {
      ...{ what: 'my team', path: `/api/games/participations/${team.id}`, service: 'games' },
      ...{ headers: signedIn, own: true },
    },
    {
      ...{ what: 'my participations', path: '/api/games/my-participations', service: 'games' },
      ...{ headers: signedIn, own: true },
    },
  ];
}

async function measure(product: Product, db: Database, call: Call, idle: number): Promise<void> {
  await run(product, call, 1); // warms up
  const since = performance.now();
  const before = await figures(product, db, call);
  const { answers, failed, seconds, latencies } = await run(product, call, SECONDS);
  const after = await figures(product, db, call);
  const others = (idle * (performance.now() - since)) / 1_000;
  const transactions = Math.max(0, after.transactions - before.transactions - others);
  const each = (name: Part) => (after[name] - before[name]) / answers;
  const us = (name: Part) => (each(name) * 1_000).toFixed(0);
  const cells = [
    ...[call.what, (answers / seconds).toFixed(0), us('gateway'), call.service ? us('service') : ''],
    ...[us('postgres'), (transactions / answers).toFixed(3), quantile(latencies, 0.99).toFixed(1)],
  ];
  console.log(`| ${cells.join(' | ')} |`);
  limits.check(`${call.what}: refused or failed`, failed, { max: 0 }, 'calls');
  if (call.own) return;
  limits.check(
    `${call.what}: Postgres`,
    transactions / seconds,
    { max: MOST_TRANSACTIONS },
    'transactions a second',
  );
}

type Part = 'gateway' | 'service' | 'postgres';

/** What outbox, heartbeats and polls do anyway, in transactions a second. */
async function idleRate(product: Product, db: Database): Promise<number> {
  const since = performance.now();
  const before = await figures(product, db, {});
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000));
  const { transactions } = await figures(product, db, {});
  return ((transactions - before.transactions) * 1_000) / (performance.now() - since);
}

async function figures(product: Product, db: Database, { service }: Pick<Call, 'service'>) {
  // A session of Postgres reports what it did a second later at the latest.
  await new Promise((resolve) => setTimeout(resolve, 1_200));
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

function run(product: Product, { path, headers = {} }: Call, seconds: number): Promise<Load> {
  return loadInThread({
    ...{ port: Number(new URL(product.url).port), path, headers },
    ...{ connections: CONNECTIONS, seconds },
  });
}
