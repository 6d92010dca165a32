import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { listGames } from '@touchline/api/http/games';
import { myPrizes } from '@touchline/api/http/prizes';
import { signedInClient } from '@touchline/local-stack/clients/signed-in';
import { chainAccount } from '@touchline/local-stack/dependencies/accounts';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { PROJECT } from '@touchline/local-stack/product';

const MINUTE = 60_000;
/** Teams in the live gameweek: one demo account has none yet, so that a visitor can build it. */
const TEAMS = 119;

interface Demo {
  readonly url: string;
  /** Time of the ready message, by `performance.now()`. */
  readonly ready: number;
  /** Its whole output. */
  readonly text: () => string;
}

/** The program that `npm start` runs after the build. */
const test = base.extend<{ demo: Demo }>({
  demo: async ({ browserName: _ }, use) => {
    const home = mkdtempSync(join(tmpdir(), 'touchline-demo-'));
    const args = ['tools/local-stack/dist/main.js', '--home', home, '--port', String(await freePort())];
    const child = spawn(process.execPath, args, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    try {
      const url = await waitUntil(async () => /is ready in .* (http:\S+)/.exec(text)?.[1], {
        what: 'the demo to be ready',
        timeoutMs: 2 * MINUTE,
      });
      await use({ url, ready: performance.now(), text: () => text });
    } finally {
      child.kill('SIGINT');
      await once(child, 'exit');
      rmSync(home, { recursive: true, force: true });
    }
  },
});

const rows = (page: Page) => page.locator('[data-flip]');
const ranking = async (page: Page) => (await rows(page).getByRole('button').allTextContents()).join();

test('60 s after the demo is ready, a visitor sees 120 teams, four live matches and ranks that move', async ({
  browser,
  demo,
}) => {
  test.setTimeout(5 * MINUTE);
  await expect.poll(demo.text, { timeout: MINUTE }).toContain('demo ready');
  const seeded = performance.now() - demo.ready;
  console.log(`demo data ready ${(seeded / 1000).toFixed(1)} s after the product`);
  expect(seeded).toBeLessThan(MINUTE);

  const page = await browser.newPage({ baseURL: demo.url });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: /^4 live now/ })).toBeVisible();

  await page.goto('/rankings?section=season');
  await expect(page.getByRole('status').filter({ hasText: `${TEAMS + 1} teams` })).toBeVisible();
  await page.goto('/rankings?section=weekly');
  await expect(page.getByRole('status').filter({ hasText: `${TEAMS} teams` })).toBeVisible();
  await expect(rows(page).filter({ hasText: /0x[0-9a-f]{4}/i })).toHaveCount(0);
  const before = await ranking(page);
  await expect.poll(() => ranking(page), { timeout: MINUTE }).not.toBe(before);
  await page.close();

  await test.step('played gameweeks are paid, and the first account has a prize to claim', async () => {
    await expect.poll(demo.text, { timeout: MINUTE }).toContain('demo prizes are paid');
    const { client } = await signedInClient(demo.url, chainAccount(1).wallet);
    const { prizes } = await client.request(myPrizes);
    expect(prizes.filter(({ claim }) => claim !== null)).toHaveLength(1);
    const countPaid = async () => {
      const { games } = await client.request(listGames, { query: { game_type: 'WEEKLY', limit: '100' } });
      return games.filter(({ prizes: { state } }) => state === 'PAID').length;
    };
    // A payment counts once its block is final.
    await expect.poll(countPaid, { timeout: MINUTE }).toBe(2);
  });
});
