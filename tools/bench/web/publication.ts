import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { PROJECT, type Product } from '@touchline/local-stack/product';
import { readBuilt } from '@touchline/local-stack/release/built-remote';
import { publish } from '@touchline/local-stack/release/publish';
import type { PageUnderTest } from './visits.ts';

const MAX_VISITS = 20;

/** Publishes a new version of mf-staking and opens its page in new profiles until one loads that version. @returns seconds */
export async function publishUntilVisible(
  browser: Browser,
  { url, releaseToken }: Product,
  { path, readySelector }: PageUnderTest,
): Promise<{ published: number; visible: number }> {
  const built = readBuilt(join(PROJECT, 'mf-staking'));
  const version = `${built.version}-bench`;
  const since = Date.now();
  const seconds = () => (Date.now() - since) / 1000;
  await publish({ url, token: releaseToken(built.name) }, { ...built, version });
  const published = seconds();
  for (let visits = 0; visits < MAX_VISITS; visits++) {
    const page = await browser.newPage({ baseURL: url });
    let isNew = false;
    page.on('response', (response) => {
      if (response.url().includes(`/${built.name}/${version}/`)) isNew = true;
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator(readySelector).first().waitFor();
    await page.close();
    if (isNew) return { published, visible: seconds() };
  }
  throw new Error(`${version} did not appear within ${MAX_VISITS} visits`);
}
