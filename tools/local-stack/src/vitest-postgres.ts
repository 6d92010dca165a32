import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './dependencies/postgres.ts';
import { canReach, postgresUser, ROOT_STATE } from './dependencies/postgres-binaries.ts';

/** vitest's global setup: one temporary Postgres cluster, see `testPostgres()`. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(temporaryFolder(), 'touchline-test-postgres-'));
  chmodSync(dir, 0o755); // the postgres user must reach the data
  const password = randomBytes(12).toString('hex');
  const clean = () => rmSync(dir, { recursive: true, force: true });
  const postgres = await startPostgres({ dataDir: join(dir, 'data'), password, throwaway: true }).catch(
    (error) => {
      clean();
      throw error;
    },
  );
  project.provide('postgresUrl', postgres.url());
  return async () => {
    await postgres.stop();
    clean();
  };
}

/** A temporary folder that the postgres user can reach. */
function temporaryFolder(): string {
  if (!postgresUser() || canReach(tmpdir())) return tmpdir();
  mkdirSync(ROOT_STATE, { recursive: true, mode: 0o755 });
  return ROOT_STATE;
}
