import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserPath } from '@touchline/local-stack/dependencies/browser';
import { PROJECT, startProduct } from '@touchline/local-stack/product';
import { editInDevServers } from './dev-server.ts';

// node e2e/dist/src/new-remote.js LABEL: starts the product, clicks the navigation entry LABEL and reads its page, then
// edits it in its dev server, alone and inside the product.
const [label = ''] = process.argv.slice(2);
const say = (text: string) => console.log(`> ${text}`);
const home = mkdtempSync(join(tmpdir(), 'touchline-new-remote-'));
const product = await startProduct({ home, replay: { paused: true, fromGameweek: 6 }, say });
const browser = await chromium.launch({
  executablePath: await browserPath(PROJECT, say),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  await page.goto(product.url);
  await page.getByRole('link', { name: label, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: label }).waitFor();
  await page
    .getByRole('main')
    .getByText(/^Gameweek \d+$/)
    .waitFor();
  say(
    `${label} is in the navigation, its page shows ${await page.getByText(/^Gameweek \d+$/).textContent()}`,
  );
  await editInDevServers(page, label, product.url);
  say('open pages of the dev server show an edit, the product does not');
} finally {
  await browser.close();
  await product.stop();
  rmSync(home, { recursive: true, force: true });
}
