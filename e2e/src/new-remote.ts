import { chromium } from '@playwright/test';
import { browserOptions } from '@touchline/local-stack/dependencies/browser';
import { PROJECT, withProduct } from '@touchline/local-stack/product';
import { editInDevServers } from './dev-server.ts';

// node e2e/dist/src/new-remote.js LABEL: starts the product, clicks the navigation entry LABEL and reads its page, then
// edits it in its dev server, alone and inside the product.
const [label = ''] = process.argv.slice(2);
const say = (text: string) => console.log(`> ${text}`);
await withProduct({ replay: { paused: true, fromGameweek: 6 }, say }, async (product) => {
  const browser = await chromium.launch(await browserOptions(PROJECT, say));
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
  }
});
