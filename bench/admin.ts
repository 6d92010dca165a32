import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

/** Any call of the list. The clock runs from the question on the bus to its answer; the verdict is on processor time. */
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

/** Processor time of the service, all threads; in ms. Unlike the clock it does not count what else the machine does. */
function processorMs(): number {
  const tasks = `/proc/${games?.pid}/task`;
  const spent = readdirSync(tasks).map((task) => {
    const [ns] = readFileSync(join(tasks, task, 'schedstat'), 'utf8').split(' ');
    return Number(ns);
  });
  return spent.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

interface Timed {
  took: number;
  /** Of `took`, on a processor. */
  busy: number;
  total: number;
}

async function timed(changes: object): Promise<Timed> {
  const busyBefore = processorMs();
  const before = performance.now();
  const { total } = await ask(
    bus,
    askEntries,
    {
      ...{ page: 1, limit: 20, sort_by: 'current_points', sort_order: 'desc', search: '', realtime: true },
      ...changes,
    },
    { timeoutMs: 300_000 },
  );
  return { took: performance.now() - before, busy: processorMs() - busyBefore, total };
}

/** The calls of a quiet product, every one asked for the first time among them. */
async function measure(on: Database): Promise<boolean> {
  await bus.connection();
  say('ms by the clock, and on a processor: a busy machine only slows the first');
  const first = await timed({});
  console.log(`${shown(first)}  first list after a start, of ${first.total.toLocaleString('en')}`);
  const all: Timed[] = [];
  for (const asked of calls()) {
    const own: Timed[] = [];
    for (let round = 0; round < ROUNDS; round += 1) own.push(await timed(asked));
    all.push(...own);
    console.log(`${own.map(shown).join(' ')}  ${JSON.stringify(asked)}: ${own[0]!.total}`);
  }
  await on.raw('update fixture_scores set points = points + 1 where player = 7');
  await on.raw('update seasons set version = version + 1');
  console.log(`${shown(await timed({}))}  first list after a goal, with all points and ranks computed by it`);
  const clock = report(all, ({ took }) => took);
  const processor = report(all, ({ busy }) => busy);
  console.log(`${all.length} calls by the clock: ${clock.text}`);
  console.log(`${all.length} calls on a processor: ${processor.text}`);
  const passed = processor.p95 <= LIMIT_MS;
  console.log(`limit: p95 of ${LIMIT_MS} ms on a processor; by the clock it is to hold on a quiet machine`);
  console.log(passed ? '1 passed, 0 failed' : '0 passed, 1 failed');
  return passed;
}

function shown({ took, busy }: Timed): string {
  return `${took.toFixed(0).padStart(6)} ${`(${busy.toFixed(0)})`.padEnd(6)}`;
}

function report(all: readonly Timed[], of: (timed: Timed) => number): { p95: number; text: string } {
  const sorted = all.map(of).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]!;
  const text = `median ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms, most ${at(1).toFixed(0)} ms`;
  return { p95: at(0.95), text };
}

function calls(): object[] {
  const sorts = PARTICIPATION_COLUMNS.flatMap((sort_by) =>
    (['desc', 'asc'] as const).flatMap((sort_order) => PAGES.map((page) => ({ sort_by, sort_order, page }))),
  );
  return [...sorts, ...SEARCHES.map((search) => ({ search })), { search: 'team', page: 40_000 }];
}
