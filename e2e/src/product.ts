import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { createClient } from '@touchline/api/client';
import { bootstrap } from '@touchline/api/http/fpl';
import { freePort } from '@touchline/platform/parts/ports';
import { type Product, startProduct } from '@touchline/platform/product';

/** A whole product of this worker's own, its replay paused before a gameweek. */
export interface Stage {
  readonly url: string;
  /** The product that runs now; another one after a restart. */
  readonly product: Product;
  /** Ends everything and starts it again in the same home, as Ctrl-C and `npm start` do. */
  restart(): Promise<void>;
}

/** Settings of single services, for stories that need the product in another shape. */
type ProductEnv = NonNullable<Parameters<typeof startProduct>[0]['env']>;

/** Waits until the product has the prices that the feed has now. */
async function pricesRead({ url, urls }: Product): Promise<void> {
  const client = createClient({ base: `${url}/api` });
  await expect
    .poll(
      async () => {
        const answer = await fetch(`${urls.feed}/bootstrap-static/`);
        const { elements } = (await answer.json()) as { elements: { id: number; now_cost: number }[] };
        const { players } = await client.call(bootstrap);
        const price = new Map(players.map((player) => [player.id, Math.round(player.price * 10)]));
        return elements.filter(({ id, now_cost }) => price.has(id) && price.get(id) !== now_cost).length;
      },
      { message: 'players whose price is not read yet' },
    )
    .toBe(0);
}

/** The test of every story: one product per worker, its URL as the page's base. */
export const test = base.extend<
  { baseURL: string; caughtUp: undefined; logs: undefined },
  { stage: Stage; productEnv: ProductEnv }
>({
  productEnv: [{}, { scope: 'worker', option: true }],
  stage: [
    async ({ productEnv }, use) => {
      const home = mkdtempSync(join(tmpdir(), 'touchline-e2e-'));
      const port = await freePort();
      const start = () =>
        startProduct({ home, port, env: productEnv, replay: { paused: true, fromGameweek: 6 } });
      let product = await start();
      await use({
        url: product.url,
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
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ stage }, use) => use(stage.url),
  // Prices that change under a team are a story of their own: what the one before played is read first.
  caughtUp: [
    async ({ stage }, use) => {
      await pricesRead(stage.product);
      await use(undefined);
    },
    { auto: true },
  ],
  // What the processes logged goes with the report of a story that failed.
  logs: [
    async ({ stage }, use, info) => {
      await use(undefined);
      if (info.status === info.expectedStatus) return;
      for (const name of stage.product.names) {
        const path = stage.product.logFile(name);
        if (existsSync(path)) await info.attach(`${name}.log`, { path });
      }
    },
    { auto: true },
  ],
});
