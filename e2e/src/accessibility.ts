import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults } from 'axe-core';

/** What axe-core calls serious or critical on the page as it stands: rule, place and reason, one line each. */
async function findings(page: Page): Promise<string[]> {
  // The page's CSP allows no foreign script; what the test evaluates is outside of it.
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const injected = (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe;
    return (await injected.run()).violations;
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
}

/** Nothing serious in either theme; the page is left in the theme that it came in. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const _theme of ['as it is', 'the other one']) {
    await settled(page);
    expect(await findings(page)).toEqual([]);
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('button[aria-label^="Switch to the"]')?.click(),
    );
  }
}

/** Colours are judged when nothing moves any more. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((one) => one.finished.catch(() => undefined)),
    ),
  );
}

/** Nothing sticks out on the right: the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const room = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(room).toBeLessThanOrEqual(0);
}
