import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  impact: string | null;
  nodes: { target: unknown[]; failureSummary?: string }[];
}

/** What axe-core calls serious or critical on the page as it stands: rule, place and reason, one line each. */
async function findings(page: Page): Promise<string[]> {
  // The page's CSP allows no foreign script; what the test evaluates is outside of it.
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } };
    return (await axe.run()).violations;
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
