import { expect, type Locator, type Page } from '@playwright/test';
import { signIn } from '../src/demo-wallet.ts';
import { test } from '../src/product.ts';

const PLAYER = 'Ines Calder';

const background = (element: Locator, pseudo?: string) =>
  element.evaluate((node, pseudo) => getComputedStyle(node, pseudo).backgroundColor, pseudo);

/** The name of the focused element if the header or a bar covers it. */
const findCovered = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const shown = document.elementFromPoint(left + width / 2, top + height / 2);
    if (shown && (focused.contains(shown) || shown.contains(focused))) return null;
    return focused.getAttribute('aria-label') ?? focused.textContent;
  });

test('forced colours mark the current page, the selected option and the focused field', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/rankings');
  const canvas = await background(page.locator('body'));
  const option = page.getByRole('radiogroup').locator('label[data-active]').first();
  await expect(option).toBeVisible();
  await expect(option).not.toHaveCSS('color', await option.locator('xpath=../..').evaluate(readColour));
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
  expect(await background(current, '::after')).not.toBe(canvas);
  await page.getByRole('combobox', { name: 'Game' }).focus();
  await expect(page.getByRole('combobox', { name: 'Game' })).toHaveCSS('outline-style', 'solid');
});

test('forced colours show the bar of ownership', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, PLAYER);
  await page.goto('/choose-game');
  await page.getByRole('button', { name: 'Join', exact: true }).first().click();
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();
  const bar = page.getByRole('dialog').locator('.mantine-Progress-section');
  await expect(bar).toBeAttached();
  expect(await background(bar)).not.toBe(await background(page.locator('body')));
});

const readColour = (element: Element) => getComputedStyle(element).color;

test('a page is printed in dark colours on white, without the buttons of the header', async ({ page }) => {
  await page.goto('/rankings');
  const heading = page.getByRole('heading', { level: 1, name: 'Rankings' });
  await expect(heading).toHaveCSS('color', 'rgb(232, 237, 244)');
  await page.emulateMedia({ media: 'print' });
  await expect(heading).toHaveCSS('color', 'rgb(16, 22, 30)');
  await expect(page.getByRole('banner')).toHaveCSS('position', 'static');
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeHidden();
});

test('Tab moves to no element below the header or the bar at the bottom', async ({ page }) => {
  await signIn(page, PLAYER);
  await page.goto('/choose-game');
  await expect(page.getByRole('list', { name: 'All games' }).getByRole('link').first()).toBeVisible();
  const covered: unknown[] = [];
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let presses = 0; presses < 24; presses++) {
      await page.keyboard.press(key);
      covered.push(await findCovered(page));
    }
    if (key === 'Tab') expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  }
  expect(covered.filter(Boolean)).toEqual([]);
});
