import { expect, type Page } from '@playwright/test';

/** Waits until the service worker controls the page and has kept it, so that it opens without a connection. */
export async function waitForWorker(page: Page): Promise<void> {
  const isReady = () =>
    page.evaluate(
      async () =>
        navigator.serviceWorker.controller !== null &&
        (await caches.match('/kept-page')) !== undefined &&
        (await caches.match('/kept-page/next')) === undefined,
    );
  await expect.poll(isReady, { message: 'a page that opens without a connection' }).toBe(true);
}

/** Names of the browser's caches. */
export const keptCaches = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys());
