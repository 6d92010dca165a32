import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '@touchline/local-stack/dependencies/nats';
import { startPostgres } from '@touchline/local-stack/dependencies/postgres';
import { ensureDatabase, ensureServiceRole } from '@touchline/local-stack/dependencies/roles';
import { type Database, openDatabase } from '@touchline/service-kit/database';
import { type GamesService, startGames } from './games-service.ts';

/** A Postgres and a NATS for the games service. */
export interface GamesHost {
  /** The service's schema, without a limit on the time of a statement. */
  db: Database;
  databaseUrl: string;
  natsUrl: string;
  /** Of Postgres. */
  dataDir: string;
  start(options?: { jwksUrl?: string; port?: number }): Promise<GamesService>;
  stop(): Promise<void>;
}

/** @param durable Postgres writes to the disk before it confirms, as a product's does */
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
  return {
    ...{ db, databaseUrl, natsUrl: nats.url, dataDir },
    start: ({ jwksUrl = 'http://127.0.0.1:9', port } = {}) =>
      startGames({ databaseUrl, natsUrl: nats.url, jwksUrl, port }),
    async stop() {
      await db.destroy();
      await Promise.all([nats.stop(), postgres.stop()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
