import type { Page } from '@playwright/test';

/**
 * Starts to look for a text that does not stay. Call it before the action, and await the text of its element after it. Looks inside
 * the page, because a busy test process looks too late.
 */
export function willShow(page: Page, selector: string, text: string): Promise<string> {
  const shown = page
    .waitForFunction(
      ([each, part]) =>
        [...document.querySelectorAll<HTMLElement>(each)].find(
          (element) =>
            element.checkVisibility({ visibilityProperty: true }) && element.textContent.includes(part),
        )?.textContent,
      [selector, text] as const,
      { polling: 100, timeout: 0 },
    )
    .then((handle) => handle.jsonValue() as Promise<string>);
  shown.catch(() => {}); // If the action fails, the page closes.
  return shown;
}
