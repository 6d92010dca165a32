import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { rollbackRelease } from '@touchline/api/http/releases';
import { browserOptions } from '@touchline/local-stack/dependencies/browser';
import { PROJECT, startProduct } from '@touchline/local-stack/product';
import { readBuilt } from '@touchline/local-stack/release/built-remote';
import { publish, releaseClient } from '@touchline/local-stack/release/publish';
import { offered } from './offered.ts';
import { startWeeklyPlayer } from './weekly-player.ts';

// node e2e/dist/src/new-service.js: in a project with the service and the remote of docs/recipes/add-a-service.md, publishes the remote
// while a player plays in another browser, reads its page, publishes and rolls back a second version, and kills the service.
const NAME = 'rivals';
const REMOTE = `mf-${NAME}`;
const say = (text: string) => console.log(`> ${text}`);
const patiently = { timeout: 60_000 };

const dist = join(PROJECT, REMOTE, 'dist');
const hidden = join(PROJECT, REMOTE, 'dist.hidden');
const home = mkdtempSync(join(tmpdir(), 'touchline-new-service-'));
renameSync(dist, hidden); // the product starts without it, as it ran before the team published
const product = await startProduct({ home, replay: { paused: true, fromGameweek: 6 }, say }).finally(() =>
  renameSync(hidden, dist),
);
const options = await browserOptions(PROJECT, say);
const [browser, second] = await Promise.all([chromium.launch(options), chromium.launch(options)]);
const player = startWeeklyPlayer(second, product.url);
try {
  const statusOf = async (path: string) => (await fetch(product.url + path)).status;
  await expect.poll(() => statusOf(`/api/${NAME}/changes`), patiently).toBe(200);
  expect(await statusOf(`/api/${NAME}/undeclared`)).toBe(404);
  await expect.poll(() => player.rounds(), { timeout: 120_000 }).toBeGreaterThan(0);

  const visit = async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    await page.goto(product.url);
    return page;
  };
  const entry = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  const before = await visit();
  await expect(entry(before, 'Rankings')).toBeVisible(patiently);
  await expect(entry(before, 'Rivals')).toHaveCount(0);

  const target = { url: product.url, token: product.releaseToken(REMOTE) };
  const built = readBuilt(join(PROJECT, REMOTE));
  await publish(target, built);
  const readPage = async () => {
    const page = await visit();
    await entry(page, 'Rivals').click(patiently);
    await page.getByRole('heading', { level: 1, name: 'Rivals' }).waitFor(patiently);
    const change = page.getByText(/^Game .+: \d+ changes$/).first();
    await change.waitFor(patiently);
    const text = await change.textContent();
    await page.close();
    return text;
  };
  // New visits get it within two seconds.
  await expect.poll(() => offered(product, REMOTE), patiently).toBe(built.version);
  say(`published; its page shows an event from games: "${await readPage()}"`);

  await publish(target, { ...built, version: '0.2.0' });
  await expect.poll(() => offered(product, REMOTE), patiently).toBe('0.2.0');
  await readPage();
  await releaseClient(target).request(rollbackRelease, { params: { name: REMOTE }, body: {} });
  await expect.poll(() => offered(product, REMOTE), patiently).toBe(built.version);
  await readPage();
  say('a second version was published and rolled back');

  const rounds = player.rounds();
  await product.kill(NAME);
  await expect.poll(() => statusOf('/api/games'), patiently).toBe(200);
  await product.ready(NAME);
  await expect.poll(() => statusOf(`/api/${NAME}/changes`), patiently).toBe(200);
  await expect.poll(() => player.rounds(), { timeout: 120_000 }).toBeGreaterThan(rounds);
  await player.stop();
  expect(player.troubles(), 'what the player noticed').toEqual([]);
  say(`the player finished ${player.rounds()} rounds without a failed request`);
} finally {
  await player.stop(); // its browser must not close during a round
  await Promise.all([browser.close(), second.close()]);
  await product.stop();
  rmSync(home, { recursive: true, force: true });
}
