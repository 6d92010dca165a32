import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { PROJECT, type Product } from '@touchline/local-stack/product';
import { publish } from '@touchline/local-stack/release/publish';
import { offered } from './offered.ts';

const RECORDS = join(PROJECT, 'shell/compatibility/versions');
const NAME = 'mf-compatibility';

/** Remotes that were built with earlier versions of host and ui, by these versions (shell/compatibility). */
export const RECORDED = readdirSync(RECORDS).sort();

/** Publishes a recorded remote and waits until new visitors get it. */
export async function publishRecorded(product: Product, record: string): Promise<void> {
  const { url, releaseToken } = product;
  const folder = join(RECORDS, record, 'remote');
  const files = new Map(readdirSync(folder).map((path) => [path, readFileSync(join(folder, path))]));
  const version = `1.0.${RECORDED.indexOf(record)}`;
  await publish({ url, token: releaseToken(NAME) }, { name: NAME, version, files });
  await expect.poll(() => offered(product, NAME)).toBe(version);
}

/** Uses every member of the host and every shared module on the page of a recorded remote. */
export async function useRecordedPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Compatibility' })).toBeVisible();
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });
  await expect(row('session')).toContainText('guest function');
  await expect(row('wallet')).toContainText('disconnected null');
  await expect(row('transfers')).toContainText('function function function');
  await expect(row('api')).toContainText(/Gameweek \d+, clock true/);
  await expect(row('queryClient')).toContainText('success');
  await expect(row('live')).toContainText('boolean function');
  await expect(row('config')).toContainText('FOOTBALL');
  await expect(row('theme')).toContainText('dark');
  await page.getByRole('button', { name: 'Theme', exact: true }).click();
  await expect(row('theme')).toContainText('light');
  await page.getByLabel('Note').fill('A note');
  await page.getByLabel('Details').check();
  await expect(page.getByRole('dialog', { name: 'Details' })).toContainText('A note');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Details' })).toBeHidden();
  const notify = page.getByRole('button', { name: 'Notify' });
  await notify.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Sends a notice');
  await notify.click();
  await expect(page.getByRole('alert').filter({ hasText: 'A note' })).toBeVisible();
  await page.getByRole('button', { name: 'Navigate' }).click();
  await expect(page.getByText('/compatibility visited')).toBeVisible();
  await page.getByRole('link', { name: 'Fixtures' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Fixtures' })).toBeVisible();
}
