import { expect } from '@playwright/test';
import { approveConnection, signIn, signMessage } from '../src/demo-wallet.ts';
import { test } from '../src/product.ts';

test('the demo wallet loads its dialogs on demand, reports a failed load and tries again', async ({
  page,
}) => {
  let asked = 0;
  let offline = true;
  await page.route('**/demo-wallet-more.*.js', (route) => {
    asked++;
    return offline ? route.abort('internetdisconnected') : route.continue();
  });
  await page.goto('/');
  const control = page.getByRole('group', { name: 'Wallet control' }).first();
  const connect = control.getByRole('button', { name: 'Browser wallet' });
  await expect(connect).toBeEnabled();
  expect(asked).toBe(0);
  await connect.click();
  await expect(control.getByRole('alert')).toContainText('The demo wallet could not be loaded.');
  offline = false;
  asked = 0;
  await connect.click();
  await approveConnection(page, 'Ines Calder');
  await signMessage(page);
  await expect(page.getByText('Welcome back, Player!')).toBeVisible();
  expect(asked).toBe(1);
});

test("the demo's dock covers nothing: it ends every page and is below the page's own bars", async ({
  page,
}) => {
  await signIn(page, 'Ines Calder');
  const dock = page.locator('#touchline-demo-wallet');
  const readTop = async () => (await dock.boundingBox())?.y ?? 0;
  const readEnd = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  for (const viewport of [
    { width: 1280, height: 860 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    for (const path of ['/', '/choose-game', '/my-team', '/rankings', '/fixtures', '/staking']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(async () => Math.round((await readTop()) + 45)).toBe(viewport.height);
      // The page grows while it loads.
      const readGap = async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        return (await readTop()) - (await readEnd('#main'));
      };
      await expect.poll(readGap, { message: path }).toBeGreaterThanOrEqual(-1);
    }
    await page.goto('/choose-game');
    await page.getByRole('button', { name: 'Join', exact: true }).first().click();
    await expect(page.getByRole('heading', { name: 'Team Builder' })).toBeVisible();
    const readGap = async () => (await readTop()) - (await readEnd('[aria-label="Create your team"]'));
    await expect.poll(readGap).toBeGreaterThanOrEqual(-1);
  }
});
