import { openBus } from '@touchline/service-kit/bus';
import { openDatabase } from '@touchline/service-kit/database';
import { createLog } from '@touchline/service-kit/log';
import { createMetrics, serveMetrics } from '@touchline/service-kit/metrics';
import { migrate } from '@touchline/service-kit/migrations';
import { onShutdown } from '@touchline/service-kit/shutdown';
import { createApp } from './app.ts';
import { loadSigningKey } from './auth/signing-keys.ts';
import { readGatewayEnv } from './env.ts';
import { listenOnBoth } from './listen.ts';
import { MIGRATIONS } from './migrations.ts';

const env = readGatewayEnv();
const log = createLog('gateway', env.LOG_LEVEL);
const metrics = createMetrics('gateway', { defaults: true });
const db = openDatabase(env.DATABASE_URL, 'gateway');
await migrate(db, MIGRATIONS);
const signingKey = await loadSigningKey(db, Date.now());
const bus = openBus(env.NATS_URL, { name: 'gateway', log, metrics });
const gateway = createApp({ env, db, bus, log, signingKey, metrics });
await gateway.start();
const server = await listenOnBoth(gateway.app, env.PORT, env.HOST, log);
const closeMetrics = env.METRICS_PORT ? await serveMetrics(metrics, env.METRICS_PORT, env.HOST) : undefined;
log.info({ port: server.port, public_url: env.PUBLIC_URL.origin }, 'ready');

onShutdown(log, async () => {
  // Together: the server waits for the answers that the gateway still passes on, and cuts them off in the end.
  await Promise.all([server.close(), gateway.stop()]);
  await bus.close();
  await db.destroy();
  await closeMetrics?.();
});
