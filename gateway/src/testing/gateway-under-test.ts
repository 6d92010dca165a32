import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Listening, listen } from '@touchline/service-kit/app';
import { openBus } from '@touchline/service-kit/bus';
import { openDatabase } from '@touchline/service-kit/database';
import { createLog } from '@touchline/service-kit/log';
import { migrate } from '@touchline/service-kit/migrations';
import type Koa from 'koa';
import { createApp } from '../app.ts';
import { loadSigningKey } from '../auth/signing-keys.ts';
import { readGatewayEnv } from '../env.ts';
import { migrations } from '../migrations.ts';

/** Where tests say that the gateway is found; requests go to `url`. */
export const PUBLIC_URL = 'http://localhost:8080';
/** Account 0 of the development mnemonic. */
export const ADMIN_WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

interface Options {
  databaseUrl: string;
  /** Nothing listens there unless given. */
  natsUrl?: string;
  env?: Record<string, string>;
}

export interface GatewayUnderTest {
  app: Koa;
  url: string;
  server: Listening;
  /** Epoch ms that the gateway takes for now. */
  clock: { now: number };
  db: ReturnType<typeof openDatabase>;
  stop(): Promise<void>;
}

const wallet = (digit: string) => `0x${digit.repeat(40)}`;

/** The environment of a test's gateway: limits out of the way, nothing behind it. */
export function testEnv(databaseUrl: string, over: Record<string, string> = {}): Record<string, string> {
  const empty = () => mkdtempSync(join(tmpdir(), 'touchline-gateway-'));
  return {
    DATABASE_URL: databaseUrl,
    NATS_URL: 'nats://127.0.0.1:1',
    PORT: '0',
    PUBLIC_URL,
    ADMIN_WALLETS: ADMIN_WALLET,
    SERVICE_FPL_RELAY_URL: 'http://127.0.0.1:1',
    SERVICE_GAMES_URL: 'http://127.0.0.1:1',
    SERVICE_STAKING_URL: 'http://127.0.0.1:1',
    RPC_URL: 'http://127.0.0.1:1',
    TOKEN_ADDRESS: wallet('1'),
    TREASURY_WALLET: wallet('2'),
    STAKING_WALLET: wallet('3'),
    REMOTES_DIR: empty(),
    SHELL_DIR: empty(),
    LOG_LEVEL: 'silent',
    RATE_LIMIT_ADDRESS_PER_MINUTE: '100000',
    RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE: '100000',
    RATE_LIMIT_LOGIN_WALLET_PER_MINUTE: '100000',
    RATE_LIMIT_LOGIN_FAILURES: '100000',
    ...over,
  };
}

/** A real gateway on a real database, on a free port, with a clock that the test moves. */
export async function startGateway(options: Options): Promise<GatewayUnderTest> {
  const over = { ...options.env, ...(options.natsUrl ? { NATS_URL: options.natsUrl } : {}) };
  const env = readGatewayEnv(testEnv(options.databaseUrl, over));
  const log = createLog('gateway', env.LOG_LEVEL);
  const db = openDatabase(env.DATABASE_URL, 'gateway');
  await migrate(db, migrations);
  const clock = { now: Date.now() };
  const bus = openBus(env.NATS_URL, { name: 'gateway', log });
  const signingKey = await loadSigningKey(db, clock.now);
  const gateway = createApp({ env, db, bus, log, signingKey, now: () => clock.now });
  await gateway.start();
  const server = await listen(gateway.app, 0, '127.0.0.1');
  return {
    app: gateway.app,
    url: server.url,
    server,
    clock,
    db,
    stop: async () => {
      await Promise.all([server.close(), gateway.stop()]);
      await bus.close();
      await db.destroy();
    },
  };
}
