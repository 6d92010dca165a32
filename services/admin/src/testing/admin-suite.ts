import { type Client, createClient } from '@touchline/api/client';
import {
  createTestDatabase,
  type TestDatabase,
  type TestNats,
  testNats,
} from '@touchline/local-stack/testing';
import { type Database, openDatabase } from '@touchline/service-kit/data/database';
import { migrate } from '@touchline/service-kit/data/migrations';
import { createVerifier } from '@touchline/service-kit/http/auth';
import { listen } from '@touchline/service-kit/http/server';
import { openBus } from '@touchline/service-kit/messaging/bus';
import { ensureStream } from '@touchline/service-kit/messaging/stream';
import { createLog } from '@touchline/service-kit/process/log';
import { createMetrics } from '@touchline/service-kit/process/metrics';
import { startTokens, type Tokens, wallet } from '@touchline/service-kit/testing/tokens';
import type Koa from 'koa';
import { afterAll, beforeAll } from 'vitest';
import { createApp } from '../app.ts';
import { migrations } from '../migrations.ts';
import { type FakeOwners, startFakeOwners } from './fake-owners.ts';

/** Administrator in tests. */
export const ADMIN = wallet(1);

export interface AdminSuite {
  /** The address of the service. */
  url: string;
  koa: Koa;
  db: Database;
  nats: TestNats;
  owners: FakeOwners;
  tokens: Tokens;
  /** The time of the service, epoch ms. */
  clock: { now: number };
  as(wallet: string): Pick<Client, 'request'>;
}

/**
 * Runs the admin service on real Postgres and NATS with its production rights, and with fake owners. Starts before the tests
 * of the file and stops after them; `prepare` runs before the service starts.
 */
export function adminSuite(prepare: (owners: FakeOwners) => void = () => {}): AdminSuite {
  const suite = { clock: { now: Date.now() } } as AdminSuite;
  const stops: (() => unknown)[] = [];
  beforeAll(async () => {
    const log = createLog('admin', 'silent');
    const nats = await testNats({ users: true });
    stops.push(() => nats.stop());
    const tokens = await startTokens();
    const database: TestDatabase = await createTestDatabase('admin');
    const db = openDatabase(database.url, 'admin');
    await migrate(db, migrations);
    const owners = startFakeOwners(nats.urlOf, [ADMIN]);
    const operator = openBus(nats.url, { name: 'operator', log });
    await ensureStream(operator);
    await operator.close();
    prepare(owners);
    const bus = openBus(nats.urlOf('admin'), { name: 'admin', log });
    const verifier = createVerifier({ jwksUrl: tokens.jwksUrl, adminWallets: [ADMIN] });
    const app = createApp({
      db,
      bus,
      verifier,
      log,
      metrics: createMetrics('admin'),
      now: () => suite.clock.now,
    });
    const listening = await listen(app.koa, 0, '127.0.0.1');
    await bus.connection();
    await owners.flush();
    stops.push(
      () => database.drop(),
      () => db.destroy(),
      () => tokens.stop(),
      () => owners.stop(),
      () => bus.close(),
      () => listening.close(),
    );
    const as = (who: string) =>
      ({
        request: async (endpoint, ...input) => {
          const token = await tokens.accessToken(who);
          return createClient({ base: `${listening.url}/api`, token: () => token }).request(
            endpoint,
            ...input,
          );
        },
      }) satisfies Pick<Client, 'request'> as Pick<Client, 'request'>;
    Object.assign(suite, { url: listening.url, koa: app.koa, db, nats, owners, tokens, as });
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });
  return suite;
}
