import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Chain, ChainOptions } from './parts/chain.ts';
import { type Nats, startNats } from './parts/nats.ts';
import { dropDatabase, ensureDatabase, ensureServiceRole } from './parts/roles.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of the cluster that this run shares. */
    postgresUrl: string;
  }
}

/** The Postgres cluster that the whole vitest run shares. */
export function testPostgres(): { readonly adminUrl: string } {
  return { adminUrl: inject('postgresUrl') };
}

export interface TestDatabase {
  /** Connection URL of the service's own role; its schema is first on the search path, as in production. */
  readonly url: string;
  readonly adminUrl: string;
  drop(): Promise<void>;
}

/** A new, empty database with the role and schema of `service` (e.g. `games`, `fpl-relay` -> fpl_relay). */
export async function createTestDatabase(service: string): Promise<TestDatabase> {
  const { adminUrl } = testPostgres();
  const database = `test_${randomBytes(6).toString('hex')}`;
  await ensureDatabase(adminUrl, database);
  const url = await ensureServiceRole({ adminUrl, database, service, password: 'test' });
  return { url, adminUrl, drop: () => dropDatabase(adminUrl, database) };
}

export interface TestNats {
  readonly url: string;
  /** Stops the server, its streams stay on disk: an outage. */
  down(): Promise<void>;
  /** Starts it again on the same port with the same streams. */
  up(): Promise<void>;
  /** Ends it and removes its store. */
  stop(): Promise<void>;
}

/** A nats-server with JetStream of this test file's own. */
export async function testNats(): Promise<TestNats> {
  const storeDir = mkdtempSync(join(tmpdir(), 'touchline-test-nats-'));
  let nats: Nats = await startNats({ storeDir });
  const { port, url } = nats;
  return {
    url,
    down: () => nats.stop(),
    up: async () => {
      nats = await startNats({ storeDir, port });
    },
    stop: async () => {
      await nats.stop();
      rmSync(storeDir, { recursive: true, force: true });
    },
  };
}

/** A chain of this test file's own, in memory, mining each transaction at once unless told otherwise. */
export async function testChain(options: ChainOptions = {}): Promise<Chain> {
  const { startChain } = await import('./parts/chain.ts'); // viem is slow to load; most tests need no chain
  return startChain({ blockSeconds: 0, ...options });
}
