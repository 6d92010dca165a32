import type { Page } from '@playwright/test';

/** Counts the elements that are completely in view and not covered. */
export const inView = (page: Page, selector: string) =>
  page.evaluate(
    (each) =>
      [...document.querySelectorAll(each)].filter((element) => {
        const { left, top, bottom, width } = element.getBoundingClientRect();
        if (top < 0 || bottom > window.innerHeight) return false;
        return [top + 2, bottom - 2].every((y) =>
          element.contains(document.elementFromPoint(left + width / 2, y)),
        );
      }).length,
    selector,
  );

/** Adds up the layout shift of the page from now on, except for shifts within 500 ms of an input. */
export async function watchLayoutShift(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.body.dataset.layoutShift = '0';
    new PerformanceObserver((list) => {
      const shift = list
        .getEntries()
        .map((each) => each as unknown as { value: number; hadRecentInput: boolean })
        .reduce((sum, { value, hadRecentInput }) => (hadRecentInput ? sum : sum + value), 0);
      document.body.dataset.layoutShift = String(Number(document.body.dataset.layoutShift) + shift);
    }).observe({ type: 'layout-shift' });
  });
}

/** The layout shift since `watchLayoutShift`. */
export const layoutShift = (page: Page) => page.evaluate(() => Number(document.body.dataset.layoutShift));
