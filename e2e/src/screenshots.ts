import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { firstGameweek, seedDemo } from '@touchline/local-stack/demo-data/seed-demo';
import { browserOptions } from '@touchline/local-stack/dependencies/browser';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { PROJECT, type Product, withProduct } from '@touchline/local-stack/product';
import { signIn } from './demo-wallet.ts';
import { ADMIN, COPIER, GUEST, PLAYER, type Screen, SEASON_ONLY } from './screens.ts';

const TEAMS = 120;
const GAMEWEEK = 6;
const SIZES = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } } as const;
const THEMES = ['dark', 'light'] as const;
/** Goals played before the screenshots. */
const GOALS = 4;
const SETTLE_MS = 10_000;

/** Time without loading states before a screenshot, in ms. */
const CALM_MS = 700;

interface Chosen {
  readonly folder: string;
  /** Screens to take; empty for all. */
  readonly names: readonly string[];
}

/** Takes screenshots of all screens, or of the named ones, in both sizes and themes. */
async function main(): Promise<void> {
  const [to = 'screenshots', ...names] = process.argv.slice(2);
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), to);
  const options = {
    port: await freePort(),
    env: { games: { PRIZE_REVIEW_MINUTES: '0.2' } },
    replay: { gameweekMinutes: 10, fromGameweek: firstGameweek(GAMEWEEK), paused: true, waits: true },
  };
  await withProduct(options, async (product) => {
    const browser = await chromium.launch(await browserOptions(PROJECT, console.log));
    try {
      const { prizesPaid } = await seedDemo(product, { teams: TEAMS, gameweek: GAMEWEEK });
      await letItPlay(product);
      await prizesPaid;
      mkdirSync(folder, { recursive: true });
      const failed = await takeScreenshots(browser, product, { folder, names });
      console.log(`screenshots are in ${folder}${failed.length > 0 ? `, without ${failed.join(', ')}` : ''}`);
      if (failed.length > 0) process.exitCode = 1;
    } finally {
      await browser.close();
    }
  });
}

/** Plays some goals, which move ranks, and stops the clock, so that all screenshots show the same time. */
async function letItPlay({ replay }: Product): Promise<void> {
  for (let goals = 0; goals < GOALS; goals++) await replay.advance({ to: 'next-goal' });
  await replay.pause();
}

/** @returns the screens that could not be reached */
async function takeScreenshots(browser: Browser, product: Product, chosen: Chosen): Promise<string[]> {
  const failed: string[] = [];
  for (const [account, all] of [
    [null, GUEST],
    ['Nell Fairbank', PLAYER],
    ['Jonty Blake', SEASON_ONLY],
    ['Ines Calder', COPIER],
    ['Gaffer (admin)', ADMIN],
  ] as const) {
    const screens = all.filter(({ name }) => chosen.names.length === 0 || chosen.names.includes(name));
    if (screens.length === 0) continue;
    const page = await browser.newPage({
      baseURL: product.url,
      reducedMotion: 'reduce',
      viewport: SIZES.desktop,
    });
    page.setDefaultTimeout(SETTLE_MS);
    await (account ? signIn(page, account) : page.goto('/'));
    for (const theme of THEMES) {
      await page.evaluate((scheme) => localStorage.setItem('fantasy-football-theme', scheme), theme);
      for (const [size, viewport] of Object.entries(SIZES)) {
        await page.setViewportSize(viewport);
        for (const screen of screens) {
          const file = join(chosen.folder, `${screen.name}-${size}-${theme}.png`);
          await shoot(page, screen, file).catch((error: unknown) => {
            failed.push(`${screen.name}-${size}-${theme}`);
            console.error(`${screen.name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
          });
        }
      }
    }
    await page.close();
  }
  return failed;
}

async function shoot(page: Page, { path, act }: Screen, file: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: SETTLE_MS });
  await settled(page);
  if (act) {
    await act(page);
    await settled(page);
  }
  await page.screenshot({ path: file });
}

/**
 * Waits until the app has started and no loading state has been visible for a while, because a press starts loading with a delay. A page that never settles
 * is still worth a screenshot.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    async ({ calm, most }) => {
      const begun = performance.now();
      let since = begun;
      for (let now = begun; now - since < calm && now - begun < most; now = performance.now()) {
        await new Promise((next) => setTimeout(next, 50));
        const started = document.querySelector('nav[aria-label="Main"]') !== null;
        const loading = document.querySelector('[aria-busy="true"], .mantine-Skeleton-root') !== null;
        if (loading || !started) since = performance.now();
      }
    },
    { calm: CALM_MS, most: SETTLE_MS },
  );
}

await main();
