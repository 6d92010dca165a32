import { expect, type Locator, type Page } from '@playwright/test';

/** More than any page has tab stops. */
const MAX_PRESSES = 150;

/** Presses Tab (or the key for the other direction) until the named button has focus. @returns how often */
export function tabTo(page: Page, name: string | RegExp, key?: 'Shift+Tab'): Promise<number> {
  const control = page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  return tabOnto(page, control, key);
}

/** The same for any control, or the first of several. */
export async function tabOnto(page: Page, control: Locator, key = 'Tab'): Promise<number> {
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    if (await control.first().evaluate((element) => element === document.activeElement)) return presses;
    await page.keyboard.press(key);
  }
  await expect(control.first()).toBeFocused({ timeout: 1 });
  return MAX_PRESSES;
}
