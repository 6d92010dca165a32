import { expect, type Page } from '@playwright/test';

/** More than any page has tab stops. */
const MAX_PRESSES = 150;

/** Presses Tab until the named button has focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const control = page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    if (await control.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control.first()).toBeFocused({ timeout: 1 });
}
