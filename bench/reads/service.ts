import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '@touchline/platform/parts/nats';
import { freePort } from '@touchline/platform/parts/ports';
import { startPostgres } from '@touchline/platform/parts/postgres';
import { ensureDatabase, ensureServiceRole } from '@touchline/platform/parts/roles';
import { waitUntil } from '@touchline/platform/parts/wait';
import { type Database, openDatabase } from '@touchline/service-kit/database';

/** The games service as a process of its own, on a Postgres and a NATS of its own. */
export interface GamesHost {
  db: Database;
  start(options?: { jwksUrl?: string }): Promise<GamesService>;
  stop(): Promise<void>;
}

export interface GamesService {
  pid: number;
  port: number;
  url: string;
  /** Resolves when /readyz says so. */
  stop(): Promise<void>;
}

export async function startHost(name: string): Promise<GamesHost> {
  const home = mkdtempSync(join(tmpdir(), `touchline-bench-${name}-`));
  chmodSync(home, 0o755); // Postgres runs as another user when this one is root
  const postgres = await startPostgres({ dataDir: join(home, 'pg'), password: 'bench', throwaway: true });
  const nats = await startNats({ storeDir: join(home, 'nats') });
  await ensureDatabase(postgres.url(), 'bench');
  const role = { adminUrl: postgres.url(), database: 'bench', service: 'games', password: 'bench' } as const;
  const url = await ensureServiceRole(role);
  const db = openDatabase(url, 'games', { statementTimeoutMs: 0 });
  return {
    db,
    start: ({ jwksUrl = 'http://127.0.0.1:9' } = {}) => startGames({ url, natsUrl: nats.url, jwksUrl }),
    async stop() {
      await db.destroy();
      await Promise.all([nats.stop(), postgres.stop()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function startGames(on: { url: string; natsUrl: string; jwksUrl: string }): Promise<GamesService> {
  const port = await freePort();
  const games = createRequire(import.meta.url).resolve('@touchline/games/football/season');
  const child = spawn(process.execPath, [join(games, '../../main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...{ PATH: process.env.PATH, DATABASE_URL: on.url, NATS_URL: on.natsUrl, PORT: String(port) },
      ...{ JWKS_URL: on.jwksUrl, RPC_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'error', SEASON_ENTRY_FEE: '0' },
      ...{ TREASURY_WALLET: `0x${'b'.repeat(40)}`, TOKEN_ADDRESS: `0x${'a'.repeat(40)}` },
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntil(async () => (await fetch(`${url}/readyz`)).ok, { what: 'games', timeoutMs: 60_000 });
  return { pid: child.pid!, port, url, stop: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await exit;
}

/** Processor time of a process, all threads; in ms. */
export function processorMs(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).reduce((sum, task) => {
    const [ns] = readFileSync(join(tasks, task, 'schedstat'), 'utf8').split(' ');
    return sum + Number(ns) / 1e6;
  }, 0);
}

/** Resident memory of a process, in megabytes. */
export function residentMb(pid: number): number {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return (Number(pages) * 4096) / 1e6;
}
