import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '@touchline/local-stack/dependencies/nats';
import { startPostgres } from '@touchline/local-stack/dependencies/postgres';
import { ensureDatabase, ensureServiceRole } from '@touchline/local-stack/dependencies/roles';
import { openBus } from '@touchline/service-kit/bus';
import { type Database, openDatabase } from '@touchline/service-kit/database';
import { createLog } from '@touchline/service-kit/log';
import { type GatewayProcess, spawnGateway } from './gateway-process.ts';

/** A gateway on a Postgres and a NATS that only it and its replicas use. */
export interface GatewayHost extends GatewayProcess {
  /** As a service publishes. */
  bus: ReturnType<typeof openBus>;
  /** The gateway's schema. */
  db: Database;
  /** Of its Postgres. */
  dataDir: string;
  /** Another replica, for other services. It is stopped before this one. */
  startReplica(services: string): Promise<GatewayProcess>;
}

/**
 * @param services origin of all services
 * @param port a free one by default
 * @param durable Postgres writes to the disk before it confirms, as a product's does
 */
export async function startGateway(
  services: string,
  { port, durable = false }: { port?: number; durable?: boolean } = {},
): Promise<GatewayHost> {
  const home = mkdtempSync(join(tmpdir(), 'touchline-bench-gateway-'));
  chmodSync(home, 0o755); // Postgres runs as another user when this one is root
  const dataDir = join(home, 'pg');
  const postgres = await startPostgres({ dataDir, password: 'bench', throwaway: !durable });
  const nats = await startNats({ storeDir: join(home, 'nats') });
  await ensureDatabase(postgres.url(), 'bench');
  const role = {
    adminUrl: postgres.url(),
    database: 'bench',
    service: 'gateway',
    password: 'bench',
  } as const;
  const databaseUrl = await ensureServiceRole(role);
  const parts = { databaseUrl, natsUrl: nats.url };
  const first = await spawnGateway({ ...parts, services, port });
  const bus = openBus(nats.url, { name: 'games', log: createLog('bench', 'silent') });
  const db = openDatabase(databaseUrl, 'gateway', { statementTimeoutMs: 0, connections: 1 });
  return {
    ...{ ...first, bus, db, dataDir },
    startReplica: (others) => spawnGateway({ ...parts, services: others }),
    async stop() {
      await first.stop();
      await Promise.all([bus.close(), db.destroy()]);
      await Promise.all([nats.stop(), postgres.stop()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
