import { expect, type Page } from '@playwright/test';
import { demoAccount } from '../src/demo-players.ts';
import { signIn } from '../src/demo-wallet.ts';
import { test } from '../src/product.ts';
import { heading, OLD, RENEWED, visit } from '../src/staking-versions.ts';
import { CHANGES, previewPath, publishVariant, whileTester } from '../src/variants.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Preview' });
/** Index of Ines Calder in the demo wallet. */
const INES = 7;

test('a preview and a tester see a version that no other visitor gets, until they end it', async ({
  browser,
  page: tester,
  stack: { product },
}) => {
  await publishVariant(product, '0.2.0', CHANGES.visible, 0);
  const other = await visit(browser, product.url, 1);
  await expect(heading(other, OLD)).toBeVisible();

  const previewer = await visit(browser, product.url, 2, await previewPath(product, '0.2.0'));
  await expect(heading(previewer, RENEWED)).toBeVisible();
  await expect(bar(previewer)).toContainText('mf-staking 0.2.0');
  expect(new URL(previewer.url()).search).toBe('');
  await previewer.goto('/fixtures');
  await expect(bar(previewer)).toBeVisible();
  await bar(previewer).getByRole('button', { name: 'End Preview' }).click();
  await expect(bar(previewer)).toBeHidden();
  await previewer.goto('/staking');
  await expect(heading(previewer, OLD)).toBeVisible();

  await whileTester(product, demoAccount(product, INES).address, async () => {
    await signIn(tester, 'Ines Calder');
    await expect(bar(tester)).toContainText('mf-staking 0.2.0');
    await tester.goto('/staking');
    await expect(heading(tester, RENEWED)).toBeVisible();
  });

  await other.goto('/staking?preview=mf-staking~0.2.0~9999999999~forged');
  await expect(bar(other)).toContainText('This preview link has expired or is not valid.');
  await expect(heading(other, OLD)).toBeVisible();
  for (const page of [other, previewer]) await page.context().close();
});
