import type Koa from 'koa';
import type { z } from 'zod';
import { type Database, openDatabase } from './data/database.ts';
import { type Migration, migrate } from './data/migrations.ts';
import type { ServiceResources } from './http/app.ts';
import { drain, type Listening, listen } from './http/server.ts';
import { openBus } from './messaging/bus.ts';
import { extractRpcSecrets } from './process/chain-env.ts';
import type { serviceEnv } from './process/env.ts';
import { createLog, type Log } from './process/log.ts';
import { createMetrics, serveMetrics } from './process/metrics.ts';
import { onShutdown } from './process/shutdown.ts';
import { startTraces, traceLogFields } from './process/traces.ts';

/** Time limit for a shutdown, in addition to the drain time. */
const STOP_MS = 10_000;

interface Service {
  /** Name in log, metrics and NATS. The schema has the same name with `_` instead of `-`. */
  name: string;
  env: Omit<z.output<typeof serviceEnv>, 'JWKS_URL'> & { RPC_URL?: readonly string[] };
  migrations: readonly Migration[];
  /** Default: `listen` of app.ts. */
  listen?: (app: Koa, port: number, host: string, log: Log) => Promise<Listening>;
}

/** Resources of a service; opened before `build`, closed after its `stop`. */
export interface Foundation extends ServiceResources {
  /** Opens another pool on the schema. */
  openPool(options: { connections: number }): Database;
}

export interface App {
  koa: Koa;
  /** Ends the timers, workers and streams of the service. The caller closes NATS and the database. */
  stop(): Promise<void>;
}

/**
 * Runs a service: migrates, builds, listens. On a signal it stops serving and working, then closes its resources.
 * @returns its resources, and the address at which it listens
 */
export async function runService(
  service: Service,
  build: (foundation: Foundation) => App | Promise<App>,
): Promise<Foundation & { url: string }> {
  const { name, env } = service;
  const log = createLog(name, env.LOG_LEVEL, {
    secrets: (env.RPC_URL ?? []).flatMap(extractRpcSecrets),
    ...(env.OTEL_EXPORTER_OTLP_ENDPOINT ? { extraFields: traceLogFields } : {}),
  });
  const stopTraces = await startTraces(name, env, log);
  const metrics = createMetrics(name, { defaults: true });
  const pools: Database[] = [];
  const openPool = (options: { connections?: number } = {}) => {
    const pool = openDatabase(env.DATABASE_URL, name.replaceAll('-', '_'), { ...options, log });
    pools.push(pool);
    return pool;
  };
  const db = openPool();
  await migrate(db, service.migrations);
  const bus = openBus(env.NATS_URL, { name, log, metrics });
  const foundation = { db, openPool, bus, log, metrics };
  const app = await build(foundation);
  const http = await (service.listen ?? listen)(app.koa, env.PORT, env.HOST, log);
  const closeMetrics =
    env.METRICS_PORT === undefined ? undefined : await serveMetrics(metrics, env.METRICS_PORT, env.HOST);
  log.info({ url: http.url }, 'ready');

  const stop = async () => {
    if (env.DRAIN_SECONDS > 0) await drain(http.server, env.DRAIN_SECONDS);
    // Concurrently: requests in flight may wait for something that only `stop` ends, such as an open event stream.
    await Promise.all([http.close(), app.stop()]);
    await bus.close();
    await closeMetrics?.();
    await Promise.all(pools.map((pool) => pool.destroy()));
    await stopTraces();
  };
  onShutdown(log, stop, { timeoutMs: STOP_MS + env.DRAIN_SECONDS * 1_000 });
  return { ...foundation, url: http.url };
}
