import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '@touchline/platform/parts/nats';
import { freePort } from '@touchline/platform/parts/ports';
import { startPostgres } from '@touchline/platform/parts/postgres';
import { MALLOC, NODE_FLAGS } from '@touchline/platform/parts/process-settings';
import { ensureDatabase, ensureServiceRole } from '@touchline/platform/parts/roles';
import { waitUntil } from '@touchline/platform/parts/wait';
import { openBus } from '@touchline/service-kit/bus';
import { type Database, openDatabase } from '@touchline/service-kit/database';
import { createLog } from '@touchline/service-kit/log';
import { KEYS_SECRET } from '../data/sessions.ts';

/** The built gateway as a process of its own, on a Postgres and a NATS that only it uses. */
export interface GatewayHost {
  pid: number;
  url: string;
  port: number;
  /** As a service publishes. */
  bus: ReturnType<typeof openBus>;
  /** The gateway's schema. */
  db: Database;
  /** Of its Postgres. */
  dataDir: string;
  stop(): Promise<void>;
}

const MAIN = join(import.meta.dirname, '../../../gateway/dist/main.js');
const wallet = (digit: string) => `0x${digit.repeat(40)}`;
/** So high that the load of one address does not reach them; they still count. */
const PLENTY = '100000000';

/**
 * @param services origin of all services
 * @param port a free one by default
 * @param durable Postgres writes to the disk before it confirms, as a product's does
 */
export async function startGateway(
  services: string,
  { port: wanted, durable = false }: { port?: number; durable?: boolean } = {},
): Promise<GatewayHost> {
  const home = mkdtempSync(join(tmpdir(), 'touchline-bench-gateway-'));
  chmodSync(home, 0o755); // Postgres runs as another user when this one is root
  const folder = (name: string) => {
    mkdirSync(join(home, name));
    return join(home, name);
  };
  const dataDir = join(home, 'pg');
  const postgres = await startPostgres({ dataDir, password: 'bench', throwaway: !durable });
  const nats = await startNats({ storeDir: folder('nats') });
  await ensureDatabase(postgres.url(), 'bench');
  const role = {
    adminUrl: postgres.url(),
    database: 'bench',
    service: 'gateway',
    password: 'bench',
  } as const;
  const port = wanted ?? (await freePort());
  const databaseUrl = await ensureServiceRole(role);
  const url = `http://127.0.0.1:${port}`;
  const profile = process.env.BENCH_PROFILE;
  const child = spawn(
    process.execPath,
    [...NODE_FLAGS, ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []), MAIN],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...MALLOC,
        ...{ PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'info', PORT: String(port) },
        ...{ DATABASE_URL: databaseUrl, NATS_URL: nats.url, PUBLIC_URL: url },
        KEYS_SECRET,
        ...{ SERVICE_FPL_RELAY_URL: services, SERVICE_GAMES_URL: services },
        ...{ SERVICE_STAKING_URL: services, SERVICE_ADMIN_URL: services, RPC_URL: 'http://127.0.0.1:1' },
        ...{ TOKEN_ADDRESS: wallet('1'), TREASURY_WALLET: wallet('2'), STAKING_WALLET: wallet('3') },
        ...{ REMOTES_DIR: folder('remotes'), SHELL_DIR: folder('shell') },
        ...{ RATE_LIMIT_ADDRESS_PER_MINUTE: PLENTY, RATE_LIMIT_LEADERBOARD_ADDRESS_PER_MINUTE: PLENTY },
        ...{ RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE: PLENTY, RATE_LIMIT_LOGIN_WALLET_PER_MINUTE: PLENTY },
        ...{ MAX_CONNECTIONS_PER_ADDRESS: PLENTY, MAX_CONNECTIONS: PLENTY },
        ...{ MAX_LIVE_STREAMS_PER_ADDRESS: PLENTY, MAX_LIVE_STREAMS: PLENTY },
        MAX_UNFINISHED_BODIES_PER_ADDRESS: PLENTY,
      },
    },
  );
  await waitUntil(async () => (await fetch(`${url}/readyz`)).ok, { what: 'gateway', timeoutMs: 120_000 });
  const bus = openBus(nats.url, { name: 'games', log: createLog('bench', 'silent') });
  const db = openDatabase(databaseUrl, 'gateway', { statementTimeoutMs: 0, connections: 1 });
  return {
    ...{ pid: child.pid!, url, port, bus, db, dataDir },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await Promise.all([bus.close(), db.destroy()]);
      await Promise.all([nats.stop(), postgres.stop()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
