import { freePort } from '@touchline/local-stack/dependencies/ports';
import { type Database, openDatabase } from '@touchline/service-kit/data/database';
import { type Dependencies, startDependencies } from './dependencies.ts';
import { type ServiceOptions, type ServiceProcess, startService } from './service-process.ts';

/** The administrator of the service. */
export const ADMIN_WALLET = `0x${'c'.repeat(40)}`;

type StartOptions = Partial<Omit<ServiceOptions, 'folder'>> & {
  /** Public keys of sessions; none by default. */
  jwksUrl?: string;
};

/** Postgres and NATS for games services. */
export interface GamesHost extends Dependencies {
  /** The schema of the games service, without a statement timeout. */
  db: Database;
  /** Starts a games service on a free port by default. `stop` ends it if it still runs. */
  start(options?: StartOptions): Promise<ServiceProcess>;
}

/**
 * Starts Postgres and NATS with the tables of a games service.
 * @param durable whether Postgres flushes each commit to disk, as in production
 */
export async function startHost({
  durable = false,
  connections,
}: {
  durable?: boolean;
  connections?: number;
} = {}): Promise<GamesHost> {
  const dependencies = await startDependencies('games', durable);
  const db = openDatabase(dependencies.databaseUrl, 'games', {
    statementTimeoutMs: 0,
    ...(connections ? { connections } : {}),
  });
  const started: ServiceProcess[] = [];
  const start = async ({ jwksUrl = 'http://127.0.0.1:9', port, env, ...options }: StartOptions = {}) => {
    const service = await startService({
      ...options,
      folder: 'services/games',
      port: port ?? (await freePort()),
      env: { ...environment(dependencies), JWKS_URL: jwksUrl, ...env },
    });
    started.push(service);
    return service;
  };
  await (await start()).stop(); // creates the tables
  return {
    ...dependencies,
    db,
    start,
    async stop() {
      await Promise.all(started.map((service) => service.stop()));
      await db.destroy();
      await dependencies.stop();
    },
  };
}

const environment = ({ databaseUrl, natsUrl }: Dependencies) => ({
  LOG_LEVEL: 'error',
  DATABASE_URL: databaseUrl,
  NATS_URL: natsUrl,
  RPC_URL: 'http://127.0.0.1:9',
  SEAL_SECRET: 'secret of the benchmarks, the same for each',
  SEASON_ENTRY_FEE: '0',
  PRIZES_SEASON: '0 FOOTBALL TOP',
  PRIZES_WEEKLY: '0 FOOTBALL TOP',
  PRIZE_MIN_ENTRIES: '1',
  ADMIN_WALLETS: ADMIN_WALLET,
  TREASURY_WALLET: `0x${'b'.repeat(40)}`,
  TOKEN_ADDRESS: `0x${'a'.repeat(40)}`,
});
