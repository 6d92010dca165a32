import { declaredCalls } from '@touchline/api/all-endpoints';
import { createTestDatabase, type TestDatabase, type TestNats, testNats } from '@touchline/platform/testing';
import { registeredCalls } from '@touchline/service-kit/testing/registered-calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GamesApp, startGamesApp } from './testing/games-app.ts';

let database: TestDatabase;
let nats: TestNats;
let app: GamesApp;

beforeAll(async () => {
  [database, nats] = await Promise.all([createTestDatabase('games'), testNats()]);
  app = await startGamesApp({ databaseUrl: database.url, natsUrl: nats.url });
});

afterAll(async () => {
  await app?.stop();
  await nats?.stop();
  await database?.drop();
});

test('every declared call below /games has a route here, and no other has', () => {
  expect(registeredCalls(app.koa)).toEqual(declaredCalls((path) => /^\/games(\/|$)/.test(path)));
});
