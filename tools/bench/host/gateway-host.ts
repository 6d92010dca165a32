import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '@touchline/local-stack/dependencies/nats';
import { startPostgres } from '@touchline/local-stack/dependencies/postgres';
import { ensureDatabase, ensureServiceRole } from '@touchline/local-stack/dependencies/roles';
import { type Database, openDatabase } from '@touchline/service-kit/data/database';
import { openBus } from '@touchline/service-kit/messaging/bus';
import { createLog } from '@touchline/service-kit/process/log';
import { type GatewayProcess, spawnGateway } from './gateway-process.ts';

/** A gateway with its own Postgres and NATS, which it shares only with its replicas. */
export interface GatewayHost extends GatewayProcess {
  /** Connection with the rights of the games service, to publish its events. */
  bus: ReturnType<typeof openBus>;
  /** The schema of the gateway. */
  db: Database;
  /** Data folder of Postgres. */
  dataDir: string;
  /** Starts another replica for other services. The caller stops it before this gateway. */
  startReplica(services: string): Promise<GatewayProcess>;
}

/**
 * Starts a gateway with its dependencies.
 * @param services origin of all services
 * @param port a free one by default
 * @param teamServices TEAM_SERVICES of the gateway
 * @param durable whether Postgres flushes each commit to disk, as in production
 */
export async function startGateway(
  services: string,
  {
    port,
    durable = false,
    teamServices = '',
  }: { port?: number; durable?: boolean; teamServices?: string } = {},
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
  const dependencies = { databaseUrl, natsUrl: nats.url };
  const first = await spawnGateway({ ...dependencies, services, port, teamServices });
  const bus = openBus(nats.url, { name: 'games', log: createLog('bench', 'silent') });
  const db = openDatabase(databaseUrl, 'gateway', { statementTimeoutMs: 0, connections: 1 });
  return {
    ...first,
    bus,
    db,
    dataDir,
    startReplica: (others) => spawnGateway({ ...dependencies, services: others }),
    async stop() {
      await first.stop();
      await Promise.all([bus.close(), db.destroy()]);
      await Promise.all([nats.stop(), postgres.stop()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
