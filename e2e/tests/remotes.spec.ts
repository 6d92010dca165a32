import { expect, type Page } from '@playwright/test';
import { openFromHeader } from '../src/navigation.ts';
import { offered } from '../src/offered.ts';
import { test } from '../src/product.ts';
import { publishRecorded, RECORDED, useRecordedPage } from '../src/recorded-remotes.ts';
import { heading, OLD, RENEWED, visit, visitUntilReturned } from '../src/staking-versions.ts';
import { CHANGES, previewPath, publishVariant, rollBack } from '../src/variants.ts';

const ENTRY = '**/remotes/mf-leaderboards/*/remoteEntry.*.js*';
const panel = (page: Page) => page.getByRole('alert').filter({ hasText: 'mf-leaderboards' });
const leaderboards = (page: Page) => page.getByRole('heading', { name: 'Rankings' });

/** Header, home and theme work with any broken remote. */
async function restGoesOn(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible();
  await page.getByRole('button', { name: /^Switch to the/ }).click();
  await openFromHeader(page, 'Home');
  await expect(page.getByText('Connect your wallet to get started')).toBeVisible();
}

test('a remote that is missing leaves a panel with its name, a code and Retry, which recovers', async ({
  page,
}) => {
  await page.route(ENTRY, (route) => route.fulfill({ status: 404, body: 'no such file' }));
  await page.goto('/rankings');
  await expect(panel(page)).toContainText(/[A-Z]+-\d+|[A-Z_]{4,}/);
  await page.unroute(ENTRY);
  await panel(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(leaderboards(page)).toBeVisible();
});

test('a remote that is not JavaScript leaves a panel, and everything else works', async ({ page }) => {
  await page.route(ENTRY, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '<!doctype html><p>Bad gateway</p>' }),
  );
  await page.goto('/rankings');
  await expect(panel(page).getByRole('button', { name: 'Try Again' })).toBeVisible();
  await restGoesOn(page);
});

test('a remote that never responds leaves a panel after eight seconds', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(ENTRY, async (route) => {
    await released;
    await route.abort();
  });
  await page.goto('/rankings');
  await expect(panel(page).getByRole('button', { name: 'Try Again' })).toBeVisible();
  release();
  await restGoesOn(page);
});

test('a team publishes alone: open pages keep their version, new visits see the new one, a broken one is returned', async ({
  browser,
  stack: { product },
}) => {
  const before = (await offered(product)) ?? '';
  const open = await visit(browser, product.url, 1);
  await expect(heading(open, OLD)).toBeVisible();
  await publishVariant(product, '1.1.0', CHANGES.visible);
  await expect.poll(() => offered(product)).toBe('1.1.0');
  const later = await visit(browser, product.url, 2);
  await expect(heading(later, RENEWED)).toBeVisible();
  await later.keyboard.press('Alt+KeyV');
  const versions = later.getByRole('region', { name: 'Versions on this page' });
  await expect(versions.getByRole('row', { name: /^mf-staking 1\.1\.0 \d+, \d+ kB \d+ ms$/ })).toBeVisible();
  await expect(versions.getByRole('row', { name: /^react 19\S+ \S+ .*mf-staking \^19/ })).toBeVisible();
  await openFromHeader(open, 'Home');
  await openFromHeader(open, 'Staking');
  await expect(heading(open, OLD)).toBeVisible();
  await rollBack(product);
  await expect.poll(() => offered(product)).toBe(before);
  await publishVariant(product, '1.2.0', CHANGES.throwsAtRender);
  await visitUntilReturned(browser, product, '1.2.0', 10);
  await expect(publishVariant(product, '1.3.0', CHANGES.otherReact)).rejects.toThrow(/react \^20\.0\.0/);
  for (const page of [open, later]) await page.context().close();
});

for (const record of RECORDED)
  test(`a remote that was built with ${record} mounts and works`, async ({ page, stack: { product } }) => {
    await publishRecorded(product, record);
    await page.goto('/compatibility');
    await useRecordedPage(page);
  });

test('a remote that needs a newer host leaves a panel with both versions, and a page from before a deployment loads again', async ({
  page,
  stack: { product },
}) => {
  await publishVariant(product, '1.4.0', CHANGES.hiddenHost, 0);
  await page.goto(await previewPath(product, '1.4.0'));
  const broken = page.getByRole('alert').filter({ hasText: 'mf-staking' });
  await expect(broken).toContainText(
    /VERSION_MISMATCH \(needs @touchline\/host\/host \^1\.70\.0, this page has 1\./,
  );
  const deployed = { '@touchline/host/host': '1.70.0' };
  await page.route('**/shared.json', (route) => route.fulfill({ json: deployed }));
  await broken.getByRole('button', { name: 'Try Again' }).click();
  await expect(broken).toContainText('The app was updated after you opened it.');
  const loaded = page.waitForEvent('load');
  await broken.getByRole('button', { name: 'Try Again' }).click();
  await loaded;
});
