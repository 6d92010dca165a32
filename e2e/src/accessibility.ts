import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** The rules whose result depends on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The serious and critical violations of these rules (all rules by default) that axe-core finds, one line each. */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const violations = await page.evaluate(async (options) => {
    const injected = (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe;
    return (await injected.run(options)).violations;
  }, options);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
}

/** Minimum height of a touch target in px. */
const MIN_TARGET = 44;

/** The labels of segmented controls and the switches that are lower than a touch target. */
const lowTargets = (page: Page): Promise<string[]> =>
  page.evaluate(
    (min) =>
      [...document.querySelectorAll<HTMLInputElement>('input[type=radio], input[role=switch]')].flatMap(
        (input) => {
          const label = input.labels?.[0];
          // The input of a switch covers its row, that of a segment is hidden.
          const target = (input.type === 'radio' && label) || input;
          const { height } = target.getBoundingClientRect();
          return target.checkVisibility() && height < min ? `${label?.textContent}: ${height} px` : [];
        },
      ),
    MIN_TARGET,
  );

/** Expects no serious violation in either theme and touch targets of 44 px, and restores the theme. */
export async function expectAccessible(page: Page): Promise<void> {
  const switchTheme = page.locator('button[aria-label^="Switch to the"]').first();
  await switchTheme.waitFor({ state: 'attached' }); // the first paint has none
  expect(await lowTargets(page)).toEqual([]);
  // Evaluated scripts bypass the page's CSP.
  await page.evaluate(axe.source);
  for (const rules of [undefined, COLOUR_RULES]) {
    await animationsFinished(page);
    expect(await findings(page, rules)).toEqual([]);
    await switchTheme.evaluate((button: HTMLElement) => button.click()); // also below a dialog
  }
}

/** Waits for animations, which change colours. */
async function animationsFinished(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((one) => one.finished.catch(() => undefined)),
    ),
  );
}

/** Expects that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const room = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(room).toBeLessThanOrEqual(0);
}

/** Expects that the page fits a narrow phone, and restores the size of the window. */
export async function expectFitsPhone(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  if (size) await page.setViewportSize(size);
}
