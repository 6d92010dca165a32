import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '@touchline/local-stack/dependencies/nats';
import { startPostgres } from '@touchline/local-stack/dependencies/postgres';
import { ensureDatabase, ensureServiceRole } from '@touchline/local-stack/dependencies/roles';
import { type Database, openDatabase } from '@touchline/service-kit/data/database';
import { type GamesOptions, type GamesService, startGames } from './games-service.ts';

type StartOptions = Partial<Pick<GamesOptions, 'jwksUrl' | 'port' | 'env' | 'nodeFlags' | 'onLog'>>;

/** Postgres and NATS for games services. */
export interface GamesHost {
  /** The schema of the games service, without a statement timeout. */
  db: Database;
  databaseUrl: string;
  natsUrl: string;
  /** Data folder of Postgres. */
  dataDir: string;
  /** Starts a games service, which `stop` ends if it still runs. */
  start(options?: StartOptions): Promise<GamesService>;
  stop(): Promise<void>;
}

/** Starts Postgres and NATS. @param durable whether Postgres flushes each commit to disk, as in production */
export async function startHost(
  name: string,
  { durable = false, connections }: { durable?: boolean; connections?: number } = {},
): Promise<GamesHost> {
  const home = mkdtempSync(join(tmpdir(), `touchline-bench-${name}-`));
  chmodSync(home, 0o755); // Postgres runs as another user when this one is root
  const dataDir = join(home, 'pg');
  const postgres = await startPostgres({ dataDir, password: 'bench', throwaway: !durable });
  const nats = await startNats({ storeDir: join(home, 'nats') });
  await ensureDatabase(postgres.url(), 'bench');
  const role = { adminUrl: postgres.url(), database: 'bench', service: 'games', password: 'bench' } as const;
  const databaseUrl = await ensureServiceRole(role);
  const db = openDatabase(databaseUrl, 'games', {
    statementTimeoutMs: 0,
    ...(connections ? { connections } : {}),
  });
  const started: GamesService[] = [];
  return {
    db,
    databaseUrl,
    natsUrl: nats.url,
    dataDir,
    async start({ jwksUrl = 'http://127.0.0.1:9', ...options } = {}) {
      const service = await startGames({ databaseUrl, natsUrl: nats.url, jwksUrl, ...options });
      started.push(service);
      return service;
    },
    async stop() {
      await Promise.all(started.map((service) => service.stop()));
      await db.destroy();
      await Promise.all([nats.stop(), postgres.stop()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
