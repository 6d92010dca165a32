import type { Page } from '@playwright/test';

/** Opens a page from the header, through the menu on a phone. */
export async function openFromHeader(page: Page, label: string): Promise<void> {
  const menu = page.getByRole('button', { name: /menu/i });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('link', { name: label, exact: true }).filter({ visible: true }).first().click();
}

/** Looks at the header's links, in the menu on a phone. */
export async function withMenu(page: Page, look: () => Promise<void>): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' });
  const onPhone = await menu.isVisible();
  if (onPhone) await menu.click();
  await look();
  if (onPhone) await page.keyboard.press('Escape');
}

/** Goes back without waiting for a navigation, which a page may prevent. */
export const goBack = (page: Page) => page.evaluate(() => history.back());
