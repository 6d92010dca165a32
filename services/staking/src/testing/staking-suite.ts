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
import { type Neighbours, startNeighbours } from './neighbours.ts';
import { type Chain, pay } from './payer.ts';
import { type StakingApp, type StakingAppOptions, startStakingApp } from './staking-app.ts';

/** The staking service on real parts, between a relay and games that the test controls. */
export interface StakingSuite {
  database: TestDatabase;
  nats: TestNats;
  chain: Chain;
  neighbours: Neighbours;
  app: StakingApp;
  /** The wallet of the n-th demo player, lower case. */
  player(n: number): string;
  mine(n: number): Promise<MyStakes>;
  /** Another app on the same parts. */
  start(changes?: Partial<StakingAppOptions>): Promise<StakingApp>;
  /** Sends tokens from a demo player, to the staking wallet unless said otherwise, and returns the hash once mined. */
  pay(n: number, tokens: string, to?: string, token?: Hex): ReturnType<typeof pay>;
  /** Sends and stakes. */
  stake(n: number, tokens: string): ReturnType<StakingApp['stake']>;
}

interface SuiteOptions {
  /** Epoch ms at which the app's clock stands; default now. */
  now?: number;
  seasonEnd: number;
  /** Each test gets a new database and app. */
  perTest?: boolean;
}

/** Starts before the tests of the file and ends after them; the members are there once a test runs. */
export function stakingSuite({ now = Date.now(), seasonEnd, perTest = false }: SuiteOptions): StakingSuite {
  const parts = {} as Pick<StakingSuite, 'database' | 'nats' | 'chain' | 'neighbours' | 'app'>;
  const player = (n: number) => parts.chain.accounts[n]!.address.toLowerCase();
  const suite: StakingSuite = Object.assign(parts, {
    player,
    mine: (n: number) => parts.app.as(player(n)).request(myStakes),
    start: (changes: Partial<StakingAppOptions> = {}) =>
      startStakingApp({
        databaseUrl: parts.database.url,
        natsUrl: parts.nats.url,
        chain: parts.chain,
        now,
        ...changes,
      }),
    pay: (...payment: Parameters<StakingSuite['pay']>) => pay(parts.chain, ...payment),
    stake: async (n: number, tokens: string) =>
      parts.app.stake(player(n), tokens, await pay(parts.chain, n, tokens)),
  });
  let stopChain: (() => Promise<void>) | undefined;

  async function begin() {
    parts.database = await createTestDatabase('staking');
    parts.neighbours = startNeighbours(parts.nats.url, { name: '2026', ends_at: seasonEnd });
    parts.app = await suite.start();
    await eventually(async () =>
      expect((await parts.app.as(null).request(stakingTiers)).lock_end_date).not.toBeNull(),
    );
  }
  async function end() {
    await parts.app?.stop();
    await parts.neighbours?.stop();
    await parts.database?.drop();
  }

  beforeAll(async () => {
    const [nats, chain] = await Promise.all([testNats(), testChain()]);
    Object.assign(parts, { nats, chain });
    stopChain = () => chain.stop();
    if (!perTest) await begin();
  });
  afterAll(async () => {
    if (!perTest) await end();
    await Promise.all([parts.nats?.stop(), stopChain?.()]);
  });
  if (perTest) {
    beforeEach(begin);
    afterEach(end);
  }
  return suite;
}
