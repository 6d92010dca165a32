import { listen } from '@touchline/service-kit/app';
import { openBus } from '@touchline/service-kit/bus';
import { openDatabase } from '@touchline/service-kit/database';
import { readEnv } from '@touchline/service-kit/env';
import { createLog } from '@touchline/service-kit/log';
import { createMetrics, serveMetrics } from '@touchline/service-kit/metrics';
import { onShutdown } from '@touchline/service-kit/shutdown';
import { createApp } from './app.ts';
import { relayEnv } from './env.ts';

const NAME = 'fpl-relay';

const env = readEnv(relayEnv);
const log = createLog(NAME, env.LOG_LEVEL);
const metrics = createMetrics(NAME, { defaults: true });
const db = openDatabase(env.DATABASE_URL, 'fpl_relay', { log });
const bus = openBus(env.NATS_URL, { name: NAME, log, metrics });
const relay = await createApp({ db, bus, log, metrics, calendar: env.CALENDAR, feedUrl: env.FPL_URL });
const http = await listen(relay.koa, env.PORT, env.HOST);
const closeMetrics =
  env.METRICS_PORT === undefined ? undefined : await serveMetrics(metrics, env.METRICS_PORT, env.HOST);
log.info({ port: http.port }, 'ready');

onShutdown(log, async () => {
  await http.close();
  await relay.stop();
  await bus.close();
  await closeMetrics?.();
  await db.destroy();
});
