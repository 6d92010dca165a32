import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { type Product, startProduct } from '@touchline/platform/product';

interface WorkerFixtures {
  /** A whole product of this worker's own, its replay paused between two gameweeks. */
  product: Product;
}

/** The test of every story: one product per worker, its URL as the page's base. */
export const test = base.extend<{ baseURL: string }, WorkerFixtures>({
  product: [
    async ({ browserName: _ }, use) => {
      const home = mkdtempSync(join(tmpdir(), 'touchline-e2e-'));
      const product = await startProduct({ home, replay: { paused: true, fromGameweek: 6 } });
      await use(product);
      await product.stop();
      rmSync(home, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
});
