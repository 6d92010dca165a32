import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { UNLIMITED } from '@touchline/local-stack/supervisor/unlimited';
import { type Database, openDatabase } from '@touchline/service-kit/data/database';
import { openBus } from '@touchline/service-kit/messaging/bus';
import { createLog } from '@touchline/service-kit/process/log';
import { KEYS_SECRET } from '../data/sessions.ts';
import { type Dependencies, startDependencies } from './dependencies.ts';
import { type ServiceProcess, startService } from './service-process.ts';

/** Signs the tokens of services that register. */
export const RELEASE_SECRET = 'a secret of benchmarks with more than thirty-two characters';
const wallet = (digit: string) => `0x${digit.repeat(40)}`;

/** A gateway with its own Postgres and NATS, which it shares only with its replicas. */
export interface GatewayHost extends ServiceProcess, Pick<Dependencies, 'postgresCpuMs'> {
  /** Connection with the rights of the games service, to publish its events. */
  bus: ReturnType<typeof openBus>;
  /** The schema of the gateway. */
  db: Database;
  /** Starts another replica for other services. The caller stops it before this gateway. */
  startReplica(services: string): Promise<ServiceProcess>;
}

interface GatewayOptions {
  /** A free one by default. */
  port?: number;
  /** TEAM_SERVICES of the gateway. */
  teamServices?: string;
}

/**
 * Starts a gateway with its dependencies. Its limits are never reached, but requests are counted.
 * @param services origin of all services
 * @param durable whether Postgres flushes each commit to disk, as in production
 */
export async function startGateway(
  services: string,
  { durable = false, ...options }: GatewayOptions & { durable?: boolean } = {},
): Promise<GatewayHost> {
  const dependencies = await startDependencies('gateway', durable);
  const home = mkdtempSync(join(tmpdir(), 'touchline-bench-gateway-'));
  for (const name of ['remotes', 'shell']) mkdirSync(join(home, name));
  const first = await spawnGateway(dependencies, home, services, options);
  const bus = openBus(dependencies.natsUrl, { name: 'games', log: createLog('bench', 'silent') });
  const db = openDatabase(dependencies.databaseUrl, 'gateway', { statementTimeoutMs: 0, connections: 1 });
  return {
    ...first,
    bus,
    db,
    postgresCpuMs: dependencies.postgresCpuMs,
    startReplica: (others) => spawnGateway(dependencies, home, others),
    async stop() {
      await first.stop();
      await Promise.all([bus.close(), db.destroy()]);
      await dependencies.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** @param home folder of its files */
async function spawnGateway(
  { databaseUrl, natsUrl }: Dependencies,
  home: string,
  services: string,
  { port, teamServices = '' }: GatewayOptions = {},
): Promise<ServiceProcess> {
  const ownPort = port ?? (await freePort());
  const env = {
    ...UNLIMITED,
    LOG_LEVEL: 'info',
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    PUBLIC_URL: `http://127.0.0.1:${ownPort}`,
    KEYS_SECRET,
    SERVICE_FPL_RELAY_URL: services,
    SERVICE_GAMES_URL: services,
    SERVICE_STAKING_URL: services,
    SERVICE_ADMIN_URL: services,
    RELEASE_SECRET,
    TEAM_SERVICES: teamServices,
    RPC_URL: 'http://127.0.0.1:1',
    TOKEN_ADDRESS: wallet('1'),
    TREASURY_WALLET: wallet('2'),
    STAKING_WALLET: wallet('3'),
    REMOTES_DIR: join(home, 'remotes'),
    SHELL_DIR: join(home, 'shell'),
  };
  return startService({ folder: 'gateway', port: ownPort, env });
}
