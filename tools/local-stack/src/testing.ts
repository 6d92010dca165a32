import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Chain, ChainOptions } from './dependencies/chain.ts';
import { type Nats, natsUrl, startNats } from './dependencies/nats.ts';
import type { TeamUser } from './dependencies/nats-rights.ts';
import { dropDatabase, ensureDatabase, ensureServiceRole, ensureTemplate } from './dependencies/roles.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of the shared cluster. */
    postgresUrl: string;
  }
}

/** The Postgres cluster shared by the whole vitest run. */
export function testPostgres(): { readonly adminUrl: string } {
  return { adminUrl: inject('postgresUrl') };
}

export interface TestDatabase {
  /** Connection URL of the service's role, with its schema on the search path as in production. */
  readonly url: string;
  readonly adminUrl: string;
  drop(): Promise<void>;
}

/**
 * A new database with the role and schema of `service` (e.g. `games`, `fpl-relay` -> fpl_relay).
 * @param prepare creates the tables, by default none. The databases of a service share what it did: all are copies of the first
 */
export async function createTestDatabase(
  service: string,
  prepare?: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const { adminUrl } = testPostgres();
  const create = async (template?: string) => {
    const database = `test_${randomBytes(6).toString('hex')}`;
    await ensureDatabase(adminUrl, database, template);
    const url = await ensureServiceRole({ adminUrl, database, service, password: 'test' });
    return { database, url };
  };
  const prepared =
    prepare &&
    (await ensureTemplate(adminUrl, `prepared_${service}`, async () => {
      const { database, url } = await create();
      await prepare(url);
      return database;
    }));
  const { database, url } = await create(prepared);
  return { url, adminUrl, drop: () => dropDatabase(adminUrl, database) };
}

export interface TestNats {
  /** Without users; otherwise the operator's. */
  readonly url: string;
  /** The URL of a user in nats-rights.ts. */
  urlOf(user: string): string;
  /** Stops the server but keeps its streams: an outage. */
  down(): Promise<void>;
  /** Restarts it on the same port with the same streams. `password` replaces the passwords of its users. */
  up(password?: (user: string) => string): Promise<void>;
  /** Stops it and deletes its streams. */
  stop(): Promise<void>;
}

interface TestNatsOptions {
  /** Has the users of production and these team services; otherwise it is open to every client. */
  users?: boolean;
  teams?: readonly TeamUser[];
}

/** A separate nats-server with JetStream. */
export async function testNats({ users = false, teams = [] }: TestNatsOptions = {}): Promise<TestNats> {
  const storeDir = mkdtempSync(join(tmpdir(), 'touchline-test-nats-'));
  const settings = users
    ? { storeDir, teams, password: (user: string) => `password of ${user}` }
    : { storeDir };
  let nats: Nats = await startNats(settings);
  const { port, url } = nats;
  return {
    url,
    urlOf: (user) => natsUrl(port, user, settings.password),
    down: () => nats.stop(),
    up: async (password) => {
      nats = await startNats({ ...settings, port, ...(password ? { password } : {}) });
    },
    stop: async () => {
      await nats.stop();
      rmSync(storeDir, { recursive: true, force: true });
    },
  };
}

/** A separate chain in memory; mines every transaction immediately by default. */
export async function testChain(options: ChainOptions = {}): Promise<Chain> {
  const { startChain } = await import('./dependencies/chain.ts'); // loads viem, which is slow and rarely needed
  return startChain({ blockSeconds: 0, ...options });
}
