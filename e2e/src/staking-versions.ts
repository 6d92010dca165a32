import { type Browser, expect, type Page } from '@playwright/test';
import type { Product } from '@touchline/local-stack/product';
import { offered } from './offered.ts';

export const OLD = 'Staking & Coefficient';
export const RENEWED = 'Staking, renewed';

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
export const panel = (page: Page) => page.getByRole('alert').filter({ hasText: 'mf-staking' });

/** A new visitor, from a separate network. */
export async function visit(
  browser: Browser,
  url: string,
  network: number,
  path = '/staking',
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    extraHTTPHeaders: { 'X-Forwarded-For': `10.${network >> 8}.${network & 255}.1` },
  });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** Waits for the remote itself: the HTML of a page always has the heading of the current version. */
export const loaded = (page: Page) =>
  expect(page.getByRole('button', { name: 'Stake' }).first()).toBeVisible();

/**
 * New visitors enter the page of a broken version, each from another network, until it is returned. Each sees a panel, and
 * everything else works.
 */
export async function visitUntilReturned(
  browser: Browser,
  product: Product,
  broken: string,
  network: number,
) {
  for (let visitor = 0; visitor < 3; visitor++) {
    const page = await visit(browser, product.url, network + visitor);
    await expect(panel(page).getByRole('button', { name: 'Try Again' })).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    if (visitor === 2) {
      await expect.poll(() => offered(product)).not.toBe(broken);
      await panel(page).getByRole('button', { name: 'Try Again' }).click();
      await expect(heading(page, OLD)).toBeVisible();
    }
    await page.context().close();
  }
}
