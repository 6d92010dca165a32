import { checkedTransfers, refuseWrongChain } from '@touchline/chain-ledger/checked-transfers';
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
import { stakingEnv } from './env.ts';
import { migrations } from './migrations.ts';

const NAME = 'staking';

const env = readEnv(stakingEnv);
const log = createLog(NAME, env.LOG_LEVEL);
const metrics = createMetrics(NAME, { defaults: true });
const reader = checkedTransfers(
  createTransferReader({ rpcUrls: env.RPC_URL, chainId: env.CHAIN_ID, token: env.TOKEN_ADDRESS }),
);
await refuseWrongChain(reader);
const db = openDatabase(env.DATABASE_URL, NAME, { log });
await migrate(db, migrations);
const bus = openBus(env.NATS_URL, { name: NAME, log, metrics });
const app = createApp({
  db,
  bus,
  verifier: createVerifier({ jwksUrl: env.JWKS_URL, adminWallets: env.ADMIN_WALLETS }),
  chain: {
    reader,
    id: env.CHAIN_ID,
    stakingWallet: env.STAKING_WALLET,
    confirmations: env.PAYMENT_CONFIRMATIONS,
  },
  log,
  metrics,
  now: Date.now,
});
const http = await listen(app.koa, env.PORT, env.HOST);
const closeMetrics =
  env.METRICS_PORT === undefined ? undefined : await serveMetrics(metrics, env.METRICS_PORT, env.HOST);
log.info({ port: http.port }, 'ready');

onShutdown(log, async () => {
  await http.close();
  await app.stop();
  await bus.close();
  await closeMetrics?.();
  await db.destroy();
});
