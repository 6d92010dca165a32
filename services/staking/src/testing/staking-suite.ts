import { type MyStakes, myStakes, stakingTiers } from '@touchline/api/http/staking';
import {
  createTestDatabase,
  type TestDatabase,
  type TestNats,
  testChain,
  testNats,
} from '@touchline/local-stack/testing';
import { eventually } from '@touchline/service-kit/testing/waiting';
import type { Hex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type FakeServices, startFakeServices } from './fake-services.ts';
import { type Chain, pay } from './payer.ts';
import { type StakingApp, type StakingAppOptions, startStakingApp } from './staking-app.ts';

/** The staking service with a real database, NATS and chain, and fakes of relay and games. */
export interface StakingSuite {
  database: TestDatabase;
  nats: TestNats;
  chain: Chain;
  services: FakeServices;
  app: StakingApp;
  /** The wallet of the n-th demo player, lower case. */
  player(n: number): string;
  mine(n: number): Promise<MyStakes>;
  /** Starts another app with the same dependencies. */
  start(changes?: Partial<StakingAppOptions>): Promise<StakingApp>;
  /** Sends tokens from a demo player, by default to the staking wallet. @returns the hash once mined */
  pay(n: number, tokens: string, to?: string, token?: Hex): ReturnType<typeof pay>;
  /** Sends tokens and creates the stake. */
  stake(n: number, tokens: string): ReturnType<StakingApp['stake']>;
}

interface SuiteOptions {
  /** Fixed time of the app's clock in epoch ms; default now. */
  now?: number;
  seasonEnd: number;
  /** Creates a new database and app for each test. */
  perTest?: boolean;
}

/** Starts the dependencies before the tests of the file and stops them afterwards. Members are available inside tests. */
export function stakingSuite({ now = Date.now(), seasonEnd, perTest = false }: SuiteOptions): StakingSuite {
  const resources = {} as Pick<StakingSuite, 'database' | 'nats' | 'chain' | 'services' | 'app'>;
  const player = (n: number) => resources.chain.accounts[n]!.address.toLowerCase();
  const suite: StakingSuite = Object.assign(resources, {
    player,
    mine: (n: number) => resources.app.as(player(n)).request(myStakes),
    start: (changes: Partial<StakingAppOptions> = {}) =>
      startStakingApp({
        databaseUrl: resources.database.url,
        natsUrl: resources.nats.url,
        chain: resources.chain,
        now,
        ...changes,
      }),
    pay: (...payment: Parameters<StakingSuite['pay']>) => pay(resources.chain, ...payment),
    stake: async (n: number, tokens: string) =>
      resources.app.stake(player(n), tokens, await pay(resources.chain, n, tokens)),
  });
  let stopChain: (() => Promise<void>) | undefined;

  async function start() {
    resources.database = await createTestDatabase('staking');
    resources.services = startFakeServices(resources.nats.url, { name: '2026', ends_at: seasonEnd });
    resources.app = await suite.start();
    await eventually(async () =>
      expect((await resources.app.as(null).request(stakingTiers)).lock_end_date).not.toBeNull(),
    );
  }
  async function stop() {
    await resources.app?.stop();
    await resources.services?.stop();
    await resources.database?.drop();
  }

  beforeAll(async () => {
    const [nats, chain] = await Promise.all([testNats(), testChain()]);
    Object.assign(resources, { nats, chain });
    stopChain = () => chain.stop();
    if (!perTest) await start();
  });
  afterAll(async () => {
    if (!perTest) await stop();
    await Promise.all([resources.nats?.stop(), stopChain?.()]);
  });
  if (perTest) {
    beforeEach(start);
    afterEach(stop);
  }
  return suite;
}
