import { expect, type Page } from '@playwright/test';

/** Marks the page; a reload removes the mark. */
export async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => document.body.setAttribute('data-not-reloaded', 'yes'));
}

/** Expects that the page has not been reloaded since `markPage`. */
export async function expectNotReloaded(page: Page): Promise<void> {
  await expect(page.locator('body')).toHaveAttribute('data-not-reloaded', 'yes');
}
