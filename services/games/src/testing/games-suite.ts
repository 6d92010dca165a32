import { createTestDatabase, type TestDatabase, type TestNats, testNats } from '@touchline/local-stack/testing';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { GamesApp } from './games-app.ts';

/** Addresses of what an app runs on. */
export interface Parts {
  databaseUrl: string;
  natsUrl: string;
}

/**
 * Runs an app for the tests of the calling file, on a NATS server of its own; its members are there once a test runs.
 * @param lifetime `test` starts it on an empty database for every test
 */
export function gamesSuite<A extends GamesApp>(
  start: (parts: Parts) => Promise<A>,
  lifetime: 'file' | 'test' = 'file',
): A & Parts {
  const suite = {} as A & Parts;
  const [before, after] = lifetime === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  let nats: TestNats | undefined;
  let database: TestDatabase | undefined;
  let app: A | undefined;

  beforeAll(async () => {
    nats = await testNats();
  });
  afterAll(async () => {
    await nats?.stop();
  });
  before(async () => {
    database = await createTestDatabase('games');
    const parts = { databaseUrl: database.url, natsUrl: nats!.url };
    app = await start(parts);
    Object.assign(suite, app, parts);
  });
  after(async () => {
    await app?.stop();
    await database?.drop();
    app = undefined;
    database = undefined;
  });
  return suite;
}
