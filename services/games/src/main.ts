import { refuseWrongChain } from '@touchline/chain-ledger/checked-transfers';
import { createTransferReader } from '@touchline/chain-ledger/transfer-reader';
import { listen } from '@touchline/service-kit/app';
import { createVerifier } from '@touchline/service-kit/auth';
import { openBus } from '@touchline/service-kit/bus';
import { openDatabase } from '@touchline/service-kit/database';
import { readEnv } from '@touchline/service-kit/env';
import { createLog } from '@touchline/service-kit/log';
import { createMetrics, serveMetrics } from '@touchline/service-kit/metrics';
import { migrate } from '@touchline/service-kit/migrations';
import { onShutdown } from '@touchline/service-kit/shutdown';
import { createApp } from './app.ts';
import { gamesEnv } from './env.ts';
import { feesOf } from './fees.ts';
import { migrations } from './migrations.ts';

const env = readEnv(gamesEnv);
const log = createLog('games', env.LOG_LEVEL);
const metrics = createMetrics('games', { defaults: true });
const db = openDatabase(env.DATABASE_URL, 'games');
const reader = openDatabase(env.DATABASE_URL, 'games', { connections: 4 });
await migrate(db, migrations);
const bus = openBus(env.NATS_URL, { name: 'games', log, metrics });
const verifier = createVerifier({ jwksUrl: env.JWKS_URL, adminWallets: env.ADMIN_WALLETS });
const fees = feesOf(env);
const transfers = createTransferReader({
  rpcUrls: env.RPC_URL,
  chainId: env.CHAIN_ID,
  token: env.TOKEN_ADDRESS,
});
await refuseWrongChain(transfers);
const app = createApp({
  db,
  reader,
  bus,
  verifier,
  calendar: env.CALENDAR,
  fees,
  transfers,
  chain: { id: env.CHAIN_ID, confirmations: env.PAYMENT_CONFIRMATIONS },
  log,
  metrics,
  now: Date.now,
});
const listening = await listen(app.koa, env.PORT, env.HOST);
if (env.METRICS_PORT !== undefined) await serveMetrics(metrics, env.METRICS_PORT, env.HOST);
log.info({ url: listening.url }, 'games is listening');

onShutdown(log, async () => {
  await listening.close();
  await app.stop();
  await bus.close();
  await Promise.all([db.destroy(), reader.destroy()]);
});
