import { expect, type Page } from '@playwright/test';

/** Puts a mark on the page that is gone as soon as it is loaded anew. */
export async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => document.body.setAttribute('data-not-reloaded', 'yes'));
}

/** Everything seen since `markPage` came without a reload. */
export async function expectNotReloaded(page: Page): Promise<void> {
  await expect(page.locator('body')).toHaveAttribute('data-not-reloaded', 'yes');
}
