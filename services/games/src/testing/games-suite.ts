import { type TestDatabase, type TestNats, testNats } from '@touchline/local-stack/testing';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { GamesApp } from './games-app.ts';
import { createGamesDatabase } from './games-database.ts';

/** Addresses of the dependencies of an app. */
export interface Dependencies {
  databaseUrl: string;
  natsUrl: string;
}

/**
 * Runs an app for the tests of the calling file on a separate NATS server. Its members are available once a test runs.
 * @param lifetime `test` starts the app on an empty database for every test
 */
export function setUpGamesSuite<A extends GamesApp>(
  start: (dependencies: Dependencies) => Promise<A>,
  lifetime: 'file' | 'test' = 'file',
): A & Dependencies {
  const suite = {} as A & Dependencies;
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
    database = await createGamesDatabase();
    const dependencies = { databaseUrl: database.url, natsUrl: nats!.url };
    app = await start(dependencies);
    Object.assign(suite, app, dependencies);
  });
  after(async () => {
    await app?.stop();
    await database?.drop();
    app = undefined;
    database = undefined;
  });
  return suite;
}
