import { expect, type Page } from '@playwright/test';
import { buildBrokenRemote, publishBrokenRemote } from '../src/broken-remote.ts';
import { openFromHeader } from '../src/navigation.ts';
import { test } from '../src/product.ts';

const MANIFEST = '**/remotes/mf-leaderboards/*/mf-manifest.json*';
const panel = (page: Page) => page.getByRole('alert').filter({ hasText: 'mf-leaderboards' });
const leaderboards = (page: Page) => page.getByRole('heading', { name: 'Leaderboards' });

/** Header, home and theme work whatever a remote does. */
async function restGoesOn(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible();
  await page.getByRole('button', { name: /^Switch to the/ }).click();
  await openFromHeader(page, 'Home');
  await expect(page.getByText('Connect your wallet to get started')).toBeVisible();
}

test('a remote that is missing leaves a panel with its name, a code and Retry, which recovers', async ({
  page,
}) => {
  await page.route(MANIFEST, (route) => route.fulfill({ status: 404, body: 'no such file' }));
  await page.goto('/rankings');
  await expect(panel(page)).toContainText(/[A-Z]+-\d+|[A-Z_]{4,}/);
  await page.unroute(MANIFEST);
  await panel(page).getByRole('button', { name: 'Retry' }).click();
  await expect(leaderboards(page)).toBeVisible();
});

test('a remote that is not JavaScript leaves a panel, and everything else works', async ({ page }) => {
  await page.route('**/remotes/mf-leaderboards/*/remoteEntry.*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '<!doctype html><p>Bad gateway</p>' }),
  );
  await page.goto('/rankings');
  await expect(panel(page).getByRole('button', { name: 'Retry' })).toBeVisible();
  await restGoesOn(page);
});

test('a remote that never answers leaves a panel after eight seconds', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(MANIFEST, async (route) => {
    await released;
    await route.abort();
  });
  await page.goto('/rankings');
  await expect(panel(page).getByRole('button', { name: 'Retry' })).toBeVisible();
  release();
  await restGoesOn(page);
});

test('a remote that fails while rendering leaves a panel, and Retry renders it again', async ({ page }) => {
  buildBrokenRemote();
  await publishBrokenRemote(page);
  await page.goto('/');
  await openFromHeader(page, 'Broken');
  const broken = page.getByRole('alert').filter({ hasText: 'mf-broken' });
  await expect(broken.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem('mended', 'yes'));
  await broken.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Mended' })).toBeVisible();
});
