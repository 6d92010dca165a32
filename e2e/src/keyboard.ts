import { expect, type Page } from '@playwright/test';

/** More presses than a page has places. */
const MOST = 150;

/** Presses Tab until the control of that name has the focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const control = page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  for (let presses = 0; presses < MOST; presses++) {
    if (await control.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control.first()).toBeFocused({ timeout: 1 });
}
