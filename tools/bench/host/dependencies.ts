import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '@touchline/local-stack/dependencies/nats';
import { startPostgres } from '@touchline/local-stack/dependencies/postgres';
import { ensureDatabase, ensureServiceRole } from '@touchline/local-stack/dependencies/roles';
import { serverCpuMs } from './process-stats.ts';

const PASSWORD = 'bench';

/** Postgres and NATS for one service. */
export interface Dependencies {
  databaseUrl: string;
  natsUrl: string;
  /** CPU time of Postgres so far, in ms. */
  postgresCpuMs(): number;
  /** Stops both and deletes their data. */
  stop(): Promise<void>;
}

/** Starts Postgres and NATS. @param durable whether Postgres flushes each commit to disk, as in production */
export async function startDependencies(
  service: 'games' | 'gateway',
  durable: boolean,
): Promise<Dependencies> {
  const home = mkdtempSync(join(tmpdir(), 'touchline-bench-'));
  chmodSync(home, 0o755); // Postgres runs as another user when this one is root
  const postgres = await startPostgres({
    dataDir: join(home, 'pg'),
    password: PASSWORD,
    throwaway: !durable,
  });
  const nats = await startNats({ storeDir: join(home, 'nats') });
  const database = { adminUrl: postgres.url(), database: 'bench' };
  await ensureDatabase(database.adminUrl, database.database);
  return {
    databaseUrl: await ensureServiceRole({ ...database, service, password: PASSWORD }),
    natsUrl: nats.url,
    postgresCpuMs: () => serverCpuMs(postgres.child.pid),
    async stop() {
      await Promise.all([nats.stop(), postgres.stop()]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
