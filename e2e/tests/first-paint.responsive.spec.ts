import { expect, type Page } from '@playwright/test';
import { signIn } from '../src/demo-wallet.ts';
import { test } from '../src/product.ts';

/** Opens the home page without its scripts. The returned function lets them load. */
async function openBeforeScripts(page: Page): Promise<() => void> {
  let load = () => {};
  const released = new Promise<void>((resolve) => (load = resolve));
  await page.route(/\.js$/, async (route) => {
    if (!route.request().url().endsWith('/before-paint.js')) await released;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  return () => load();
}

/** Height of the hero in whole pixels; what is below it starts there. */
async function measureHero(page: Page): Promise<number> {
  const hero = page
    .getByRole('heading', { level: 1 })
    .filter({ visible: true })
    .locator('xpath=ancestor::section');
  await expect(hero).toHaveCount(1);
  await page.evaluate(() => document.fonts.ready);
  return Math.round((await hero.boundingBox())?.height ?? 0);
}

test('the hero of the home page has its height before the scripts have loaded', async ({ page }) => {
  await signIn(page, 'Tilda Voss');
  const load = await openBeforeScripts(page);
  const before = await measureHero(page);
  await expect(page.getByRole('button')).toHaveCount(0);
  load();
  await expect(page.getByRole('button', { name: 'Start Playing Now' })).toBeVisible();
  await expect(page.getByRole('timer')).toBeVisible();
  expect(await measureHero(page)).toBe(before);
});
