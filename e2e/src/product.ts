import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { bootstrap } from '@touchline/api/http/fpl';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { type Product, startProduct } from '@touchline/local-stack/product';

/** This worker's product, with the replay paused before a gameweek. */
export interface Stack {
  readonly url: string;
  /** The folder that holds its state. */
  readonly home: string;
  /** The running product; a new one after a restart. */
  readonly product: Product;
  /** Stops everything and starts it again in the same home. */
  restart(): Promise<void>;
}

// Tests move the replay in jumps, which the relay cannot schedule like the kick-offs of a running season. Longer gameweeks
// would be polled less often.
process.env.CALENDAR ??= JSON.stringify({
  poll_idle_seconds: 1,
  poll_live_seconds: 1,
  poll_bootstrap_seconds: 5,
});

/** Twice as fast as the demo: tests wait for safe and final blocks. */
export const BLOCK_SECONDS = 1;

/** Environment variables of single services. */
type ProductEnv = NonNullable<Parameters<typeof startProduct>[0]['env']>;
type Replay = NonNullable<Parameters<typeof startProduct>[0]['replay']>;

/**
 * Acts like a trusted proxy in front: X-Forwarded-For sets the address of a page. Three of them roll back a broken remote. Most tests
 * share one address and some a player, who sign in more often than people do.
 */
const behindProxy = (env: ProductEnv): ProductEnv => ({
  ...env,
  gateway: {
    TRUSTED_PROXIES: '1',
    REMOTES_ROLLBACK_NETWORKS: '3',
    RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE: '1000',
    RATE_LIMIT_LOGIN_WALLET_PER_MINUTE: '1000',
    ...env.gateway,
  },
});

/** Waits until the product has the feed's current prices. */
async function pricesRead({ api, urls }: Product): Promise<void> {
  await expect
    .poll(
      async () => {
        const response = await fetch(`${urls.feed}/bootstrap-static/`);
        const { elements } = (await response.json()) as { elements: { id: number; now_cost: number }[] };
        const { players } = await api.request(bootstrap);
        const price = new Map(players.map((player) => [player.id, Math.round(player.price * 10)]));
        return elements.filter(({ id, now_cost }) => price.has(id) && price.get(id) !== now_cost).length;
      },
      { message: 'players with an outdated price' },
    )
    .toBe(0);
}

/** The base of every test: one product per worker. */
export const test = base.extend<
  { baseURL: string; caughtUp: undefined; logs: undefined },
  { stack: Stack; productEnv: ProductEnv; productReplay: Replay }
>({
  productEnv: [{}, { scope: 'worker', option: true }],
  productReplay: [{}, { scope: 'worker', option: true }],
  stack: [
    async ({ productEnv, productReplay }, use) => {
      const home = mkdtempSync(join(tmpdir(), 'touchline-e2e-'));
      chmodSync(home, 0o755); // Postgres of root's own user must get in
      const port = await freePort();
      const start = () =>
        startProduct({
          home,
          port,
          env: behindProxy(productEnv),
          chain: { blockSeconds: BLOCK_SECONDS },
          replay: { paused: true, fromGameweek: 6, ...productReplay },
        });
      let product = await start();
      await use({
        url: product.url,
        home,
        get product() {
          return product;
        },
        async restart() {
          await product.stop();
          product = await start();
        },
      });
      await product.stop();
      rmSync(home, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ stack }, use) => use(stack.url),
  // Only one test is about changing prices; the others wait until the previous test's changes are read.
  caughtUp: [
    async ({ stack }, use) => {
      await pricesRead(stack.product);
      await use(undefined);
    },
    { auto: true },
  ],
  // Attaches the logs of all processes to a failed test.
  logs: [
    async ({ stack }, use, info) => {
      await use(undefined);
      if (info.status === info.expectedStatus) return;
      for (const name of stack.product.names) {
        const path = stack.product.logFile(name);
        if (existsSync(path)) await info.attach(`${name}.log`, { path });
      }
    },
    { auto: true },
  ],
});

/**
 * The base of tests about the next game, which no other test has joined. Their files share products apart from the others. They run in
 * the order of their names: first those that need a gameweek within an hour, then those that play one.
 */
export const testOfNextGame = test.extend<object, { productEnv: ProductEnv }>({
  productEnv: [{}, { scope: 'worker' }],
});
