import { type TestDatabase, type TestNats, testChain, testNats } from '@touchline/local-stack/testing';
import { eventually } from '@touchline/service-kit/testing/waiting';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGamesDatabase } from '../testing/games-database.ts';
import { type PaidSuite, startPaidSuite } from '../testing/paid-suite.ts';

let chain: Awaited<ReturnType<typeof testChain>>;
let database: TestDatabase;
let nats: TestNats;
let app: PaidSuite;

beforeAll(async () => {
  [chain, database, nats] = await Promise.all([testChain(), createGamesDatabase(), testNats()]);
  app = await startPaidSuite({ databaseUrl: database.url, natsUrl: nats.url, chain });
});
afterAll(async () => {
  await app?.feed.bus.close();
  await Promise.all([chain?.stop(), nats?.stop()]);
  await database?.drop();
});

it('the gauges of the payment job end with it: another replica reports them from then on', async () => {
  const balance = /^wallet_balance_tokens{wallet="treasury"/m;
  const owed = /^wallet_owed_tokens{wallet="treasury",what="due"/m;
  const scanned = /^games_payments_scanned_block{.*} [1-9]/m;
  await eventually(async () => {
    const text = await app.metrics.text();
    for (const gauge of [balance, owed, scanned]) expect(text).toMatch(gauge);
  });
  await app.stopService();
  const text = await app.metrics.text();
  for (const gauge of [balance, owed, scanned]) expect(text).not.toMatch(gauge);
  expect(text).toMatch(/^games_payments_scanned_block{.*} 0$/m);
});
