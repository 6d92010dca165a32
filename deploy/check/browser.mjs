// A guest in Chromium: browser.mjs PROJECT ORIGIN FILE_OF_GAME. The shell, a published remote and a player's team must appear.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [project, origin, game] = process.argv.slice(2);
const { chromium } = createRequire(`${project}/e2e/package.json`)('@playwright/test');
const { browserPath } = await import(`${project}/tools/local-stack/dist/dependencies/browser.js`);
const executablePath = await browserPath(project, console.log);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await page.goto(`${origin}/rankings?game=${readFileSync(game, 'utf8')}`);
  await page.getByRole('heading', { name: 'Rankings' }).waitFor({ timeout: 60_000 });
  await page
    .getByText(/^Try \d/)
    .first()
    .waitFor({ timeout: 30_000 });
} finally {
  await browser.close();
}
