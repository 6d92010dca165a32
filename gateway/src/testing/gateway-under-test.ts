import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '@touchline/service-kit/data/database';
import { migrate } from '@touchline/service-kit/data/migrations';
import { openBus } from '@touchline/service-kit/messaging/bus';
import { createLog } from '@touchline/service-kit/process/log';
import type Koa from 'koa';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '../app.ts';
import { readGatewayEnv } from '../env.ts';
import { type KeyRing, openKeyRing } from '../keys/key-ring.ts';
import { createWrapping } from '../keys/wrapping.ts';
import { listenAtEdge } from '../listen.ts';
import { migrations } from '../migrations.ts';

/** The public URL in tests; requests go to `url`. */
export const PUBLIC_URL = 'http://localhost:8080';
/** Account 0 of the development mnemonic. */
export const ADMIN_WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

export interface GatewayUnderTest {
  app: Koa;
  url: string;
  /** The gateway's time, epoch ms. */
  clock: { now: number };
  db: ReturnType<typeof openDatabase>;
  keys: KeyRing;
  /** Log lines from LOG_LEVEL upwards. */
  logged: string[];
  /** Number of open connections. */
  connections(): Promise<number>;
  /** Number of connections since the start. */
  accepted(): number;
  stop(): Promise<void>;
}

const wallet = (digit: string) => `0x${digit.repeat(40)}`;

/** Temporary folders of the test file. */
const folders: string[] = [];

/** Creates a temporary folder, which the gateway suite of the test file removes after its gateways have stopped. */
export function createFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `touchline-${name}-`));
  folders.push(folder);
  return folder;
}

/** Removes the temporary folders. Files without a gateway suite call it after their tests. */
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Environment of tests: high limits, no services behind the gateway, and new folders. */
export function testEnv(databaseUrl: string, over: Record<string, string> = {}): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    NATS_URL: 'nats://127.0.0.1:1',
    PORT: '0',
    KEYS_SECRET: 'a secret for tests with more than thirty-two characters',
    PUBLIC_URL,
    ADMIN_WALLETS: ADMIN_WALLET,
    SERVICE_FPL_RELAY_URL: 'http://127.0.0.1:1',
    SERVICE_GAMES_URL: 'http://127.0.0.1:1',
    SERVICE_STAKING_URL: 'http://127.0.0.1:1',
    SERVICE_ADMIN_URL: 'http://127.0.0.1:1',
    RPC_URL: 'http://127.0.0.1:1',
    TOKEN_ADDRESS: wallet('1'),
    TREASURY_WALLET: wallet('2'),
    STAKING_WALLET: wallet('3'),
    REMOTES_DIR: createFolder('remotes'),
    SHELL_DIR: createFolder('shell'),
    LOG_LEVEL: 'silent',
    RATE_LIMIT_ADDRESS_PER_MINUTE: '100000',
    RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE: '100000',
    RATE_LIMIT_LOGIN_WALLET_PER_MINUTE: '100000',
    RATE_LIMIT_LOGIN_FAILURES: '100000',
    RATE_LIMIT_FILES_ADDRESS_PER_MINUTE: '100000',
    ...over,
  };
}

/** Starts a gateway on a real database and a free port, with a clock that the test sets. */
async function startGateway(databaseUrl: string, over: Record<string, string>): Promise<GatewayUnderTest> {
  const env = readGatewayEnv(testEnv(databaseUrl, over));
  const logged: string[] = [];
  const log = createLog('gateway', env.LOG_LEVEL, {
    destination: { write: (line) => void logged.push(line) },
  });
  const db = openDatabase(env.DATABASE_URL, 'gateway');
  await migrate(db, migrations);
  await db('rate_limits').delete(); // each gateway starts counting at zero
  const clock = { now: Date.now() };
  const bus = openBus(env.NATS_URL, { name: 'gateway', log });
  const now = () => clock.now;
  const wrapping = createWrapping({ current: env.KEYS_SECRET, previous: env.KEYS_SECRET_PREVIOUS });
  const keys = await openKeyRing({ db, wrapping, log, now });
  const gateway = createApp({ env, db, bus, log, keys, now });
  await gateway.start();
  const server = await listenAtEdge(env, gateway.app, 0, '127.0.0.1');
  let accepted = 0;
  server.server.on('connection', () => accepted++);
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await Promise.all([server.close(), gateway.stop()]);
    await bus.close();
    await db.destroy();
  };
  return {
    app: gateway.app,
    url: server.url,
    clock,
    db,
    keys,
    logged,
    connections: () => promisify(server.server.getConnections).call(server.server),
    accepted: () => accepted,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** The gateway of a test file; starts more gateways on the same database. */
export interface GatewaySuite extends Omit<GatewayUnderTest, 'stop' | 'connections' | 'accepted'> {
  databaseUrl: string;
  /** Starts another gateway; it is stopped after the last test unless the test stops it. */
  start(env?: Record<string, string>): Promise<GatewayUnderTest>;
}

/**
 * Starts a gateway with its own database before the tests of the calling file, and stops it after them.
 * `createDatabase` is a function of tools/local-stack, which only test files may import.
 */
export function gatewaySuite(
  createDatabase: (service: string) => Promise<TestDatabase>,
  env: () => Record<string, string> = () => ({}),
): GatewaySuite {
  let database: TestDatabase;
  let own: GatewayUnderTest;
  const started: GatewayUnderTest[] = [];
  const start = async (over: Record<string, string> = {}) => {
    const gateway = await startGateway(database.url, over);
    started.push(gateway);
    return gateway;
  };
  beforeAll(async () => {
    database = await createDatabase('gateway');
    own = await start(env());
  });
  afterAll(async () => {
    await Promise.all(started.map((gateway) => gateway.stop()));
    await database?.drop();
    removeFolders();
  });
  return {
    start,
    get app() {
      return own.app;
    },
    get url() {
      return own.url;
    },
    get clock() {
      return own.clock;
    },
    get logged() {
      return own.logged;
    },
    get databaseUrl() {
      return database.url;
    },
    get db() {
      return own.db;
    },
    get keys() {
      return own.keys;
    },
  };
}
