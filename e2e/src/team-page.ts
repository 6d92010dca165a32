import { expect, type Page } from '@playwright/test';

/** Presses the button with exactly this name. */
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click();

/** A place on the pitch or bench, such as `def-1`. */
export const place = (page: Page, id: string) => page.locator(`[data-slot="${id}"]`);

/** A figure with its label. */
export const stat = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('xpath=..');

/** Waits until editing has ended. */
export const saved = (page: Page) => expect(page.getByRole('button', { name: 'Edit Team' })).toBeVisible();
