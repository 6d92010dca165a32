import { declaredCalls } from '@touchline/api/all-endpoints';
import {
  createTestDatabase,
  type TestDatabase,
  type TestNats,
  testChain,
  testNats,
} from '@touchline/platform/testing';
import { registeredCalls } from '@touchline/service-kit/testing/registered-calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StakingApp, startStakingApp } from './testing/staking-app.ts';

let database: TestDatabase;
let nats: TestNats;
let chain: Awaited<ReturnType<typeof testChain>>;
let app: StakingApp;

beforeAll(async () => {
  [database, nats, chain] = await Promise.all([createTestDatabase('staking'), testNats(), testChain()]);
  app = await startStakingApp({ databaseUrl: database.url, natsUrl: nats.url, chain, now: Date.now() });
});

afterAll(async () => {
  await app?.stop();
  await chain?.stop();
  await nats?.stop();
  await database?.drop();
});

test('every declared call below /staking has a route here, and no other has', () => {
  expect(registeredCalls(app.koa)).toEqual(declaredCalls((path) => /^\/staking(\/|$)/.test(path)));
});
