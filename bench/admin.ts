import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askEntries } from '@touchline/api/events/admin-entries';
import { PARTICIPATION_COLUMNS } from '@touchline/api/http/admin-entries';
import { startNats } from '@touchline/platform/parts/nats';
import { freePort } from '@touchline/platform/parts/ports';
import { startPostgres } from '@touchline/platform/parts/postgres';
import { ensureDatabase, ensureServiceRole } from '@touchline/platform/parts/roles';
import { waitUntil } from '@touchline/platform/parts/wait';
import { ask } from '@touchline/service-kit/ask';
import { openBus } from '@touchline/service-kit/bus';
import { type Database, openDatabase } from '@touchline/service-kit/database';
import { createLog } from '@touchline/service-kit/log';
import { insertMillion } from './admin/million.ts';

/** Any call of the list, from the question on the bus to its answer. */
const LIMIT_MS = 150;
const PAGES = [1, 40_000];
const ROUNDS = 3;
/** A word, a number, parts of a wallet and of an id, a formation, a game, what everybody has, and what nobody has. */
const SEARCHES = ['team 99', '134', 'a1b2', '4f-4', '4-4-2', 'gameweek', 'team', 'nobody'];

const say = (text: string) => console.log(`> ${text}`);
const home = mkdtempSync(join(tmpdir(), 'touchline-bench-admin-'));
chmodSync(home, 0o755); // Postgres runs as another user when this one is root
const postgres = await startPostgres({ dataDir: join(home, 'pg'), password: 'bench', throwaway: true });
const nats = await startNats({ storeDir: join(home, 'nats') });
await ensureDatabase(postgres.url(), 'bench');
const url = await ensureServiceRole({
  ...{ adminUrl: postgres.url(), database: 'bench', service: 'games', password: 'bench' },
});
const db = openDatabase(url, 'games', { statementTimeoutMs: 0 });
const bus = openBus(nats.url, { name: 'admin', log: createLog('bench', 'silent') });
let games: ChildProcess | undefined;
try {
  games = await startGames(); // makes the tables
  await stop(games);
  await insertMillion(db, say);
  games = await startGames();
  process.exitCode = (await measure(db)) ? 0 : 1;
} finally {
  await stop(games);
  await bus.close();
  await db.destroy();
  await Promise.all([nats.stop(), postgres.stop()]);
  rmSync(home, { recursive: true, force: true });
}

async function startGames(): Promise<ChildProcess> {
  const port = await freePort();
  const main = join(
    createRequire(import.meta.url).resolve('@touchline/games/football/season'),
    '../../main.js',
  );
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...{ PATH: process.env.PATH, DATABASE_URL: url, NATS_URL: nats.url, PORT: String(port) },
      ...{ JWKS_URL: 'http://127.0.0.1:9', RPC_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'error' },
      ...{
        SEASON_ENTRY_FEE: '0',
        TREASURY_WALLET: `0x${'b'.repeat(40)}`,
        TOKEN_ADDRESS: `0x${'a'.repeat(40)}`,
      },
    },
  });
  await waitUntil(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok, {
    what: 'games',
    timeoutMs: 60_000,
  });
  return child;
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
}

async function timed(changes: object): Promise<{ took: number; total: number; rows: number }> {
  const before = performance.now();
  const { total, rows } = await ask(
    bus,
    askEntries,
    {
      ...{ page: 1, limit: 20, sort_by: 'current_points', sort_order: 'desc', search: '', realtime: true },
      ...changes,
    },
    { timeoutMs: 300_000 },
  );
  return { took: performance.now() - before, total, rows: rows.length };
}

function ms(value: number): string {
  return `${value.toFixed(1).padStart(8)} ms`;
}

/** The calls of a quiet product, every one asked for the first time among them. */
async function measure(on: Database): Promise<boolean> {
  await bus.connection();
  const first = await timed({});
  console.log(`${ms(first.took)}  first list after a start, of ${first.total.toLocaleString('en')}`);
  const took: number[] = [];
  for (const asked of calls()) {
    const { took: fresh, total } = await timed(asked);
    const own = [fresh];
    for (let round = 1; round < ROUNDS; round += 1) own.push((await timed(asked)).took);
    took.push(...own);
    console.log(`${ms(own[0]!)} then ${ms(Math.max(...own.slice(1)))}  ${JSON.stringify(asked)}: ${total}`);
  }
  await on.raw('update fixture_scores set points = points + 1 where player = 7');
  await on.raw('update seasons set version = version + 1');
  console.log(
    `${ms((await timed({})).took)}  first list after a goal, with all points and ranks computed by it`,
  );
  took.sort((a, b) => a - b);
  const p95 = took[Math.ceil(took.length * 0.95) - 1]!;
  const median = took[Math.floor(took.length / 2)]!;
  const passed = p95 <= LIMIT_MS;
  console.log(
    `${took.length} calls: median ${ms(median)}, p95 ${ms(p95)}, most ${ms(took.at(-1)!)}; limit ${LIMIT_MS} ms`,
  );
  console.log(passed ? '1 passed, 0 failed' : '0 passed, 1 failed');
  return passed;
}

function calls(): object[] {
  const sorts = PARTICIPATION_COLUMNS.flatMap((sort_by) =>
    (['desc', 'asc'] as const).flatMap((sort_order) => PAGES.map((page) => ({ sort_by, sort_order, page }))),
  );
  return [...sorts, ...SEARCHES.map((search) => ({ search })), { search: 'team', page: 40_000 }];
}
