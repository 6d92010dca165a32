import { expect, type Page, type Request } from '@playwright/test';
import { signIn } from '../src/demo-wallet.ts';
import { openFromHeader } from '../src/navigation.ts';
import { expectNotReloaded, markPage } from '../src/no-reload.ts';
import { test } from '../src/product.ts';
import { willShow } from '../src/will-show.ts';

/** Low enough that every page scrolls. */
test.use({ viewport: { width: 1280, height: 320 } });

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');

/** SHELL-04: the header stays at the top while scrolling. */
async function expectHeaderAtTop(page: Page): Promise<void> {
  const scrolled = () =>
    page.evaluate(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return window.scrollY;
    });
  await expect.poll(scrolled).toBeGreaterThan(0);
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(0);
}

test('SHELL-01 SHELL-04 SHELL-05 a player opens every page; the header stays and shows the current page', async ({
  page,
}) => {
  await signIn(page, 'Ines Calder');
  const pages: [path: string, title: string, item?: string][] = [
    ['/', 'Build a dream team. Win under the lights.', 'Home'],
    ['/choose-game', 'Choose your game'],
    ['/my-team', 'My Teams', 'My Team'],
    ['/team-view/7f2b0c52-6c77-4c0c-8a4c-111111111111', 'Team not found'],
    ['/staking', 'Staking & Coefficient', 'Staking'],
    ['/rankings', 'Rankings', 'Rankings'],
    ['/fixtures', 'Premier League Fixtures', 'Fixtures'],
  ];
  for (const [path, title, item] of pages)
    await test.step(path, async () => {
      await page.goto(path);
      await expect(heading(page, title)).toBeVisible();
      await expect(navigation(page).getByRole('link')).toHaveText([
        'Home',
        'My Team',
        'Rankings',
        'Leagues',
        'Results',
        'Fixtures',
        'Staking',
      ]);
      await expect(navigation(page).locator('[aria-current="page"]')).toHaveText(item ? [item] : []);
      await expectHeaderAtTop(page);
    });
  await expect(page.getByRole('banner').getByText('Fantasy Football')).toHaveCSS('text-transform', 'none');

  await test.step('/team-build and /tournament-select, with the mode chosen before', async () => {
    const opens = async (card: string, button: RegExp, title: string) => {
      await page.goto('/choose-game');
      const cards = page
        .getByRole('list', { name: 'Games', exact: true })
        .getByRole('listitem')
        .filter({ hasText: card });
      await cards.getByRole('button', { name: button }).click();
      await expect(heading(page, title)).toBeVisible();
      await expectHeaderAtTop(page);
    };
    await opens('38 gameweeks', /^Join$/, 'Team Builder');
    await opens('Tournament', /^(Select Tournament|See all tournaments)$/, 'Tournaments');
  });

  await test.step('/admin is not available to players', async () => {
    await page.goto('/admin');
    await expect(
      page.getByText('Access denied. This page is restricted to admin wallets only.'),
    ).toBeVisible();
  });
});

test('a killed gateway: the page stays, signed in, and its stream resumes where it was', async ({
  page,
  stack,
}) => {
  const streams: Request[] = [];
  page.on('request', (request) => void (request.url().endsWith('/api/live') && streams.push(request)));
  const opened = async () => (await streams.at(-1)?.response())?.status();
  await signIn(page, 'Ines Calder');
  await openFromHeader(page, 'My Team');
  // The heading is there before the page's own code.
  await expect(page.getByText('No teams yet').or(page.getByRole('list', { name: 'Teams' }))).toBeVisible();
  await expect.poll(opened).toBe(200);
  await markPage(page);
  const before = streams.length;
  await stack.product.kill('gateway');
  await expect.poll(() => streams.length).toBeGreaterThan(before);
  await expect.poll(opened).toBe(200);
  expect((await streams.at(-1)?.allHeaders())?.['last-event-id']).toMatch(/^\d+$/);
  await expect(page.getByRole('button', { name: /^Wallet 0x.*, signed in$/ })).toBeVisible();
  await expect(heading(page, 'My Teams')).toBeVisible();
  await openFromHeader(page, 'Rankings');
  await expect(heading(page, 'Rankings')).toBeVisible();
  await expectNotReloaded(page);
});

test('SHELL-02 an unknown path shows the page for unknown paths, is logged and leads home', async ({
  page,
}) => {
  const logged: string[] = [];
  page.on('console', (line) => void (line.type() === 'error' && logged.push(line.text())));
  await page.goto('/no-such-page');
  await expect(heading(page, '404')).toBeVisible();
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await expect.poll(() => logged.join()).toContain('/no-such-page');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('Connect your wallet to get started')).toBeVisible();
});

test('SHELL-06 the page is dark by default, and another choice survives a reload', async ({ page }) => {
  await page.goto('/');
  expect(await scheme(page)).toBe('dark');
  await page.getByRole('button', { name: 'Switch to the light theme' }).click();
  expect(await scheme(page)).toBe('light');
  expect(await page.evaluate(() => localStorage.getItem('fantasy-football-theme'))).toBe('light');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Switch to the dark theme' })).toBeVisible();
  expect(await scheme(page)).toBe('light');
});

test('SHELL-11 a guest reads rankings and fixtures', async ({ page }) => {
  for (const [path, title] of [
    ['/rankings', 'Rankings'],
    ['/fixtures', 'Premier League Fixtures'],
  ] as const) {
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
});

test('HOME-01 HOME-02 HOME-03 HOME-04 home explains the game and shows the token’s address', async ({
  page,
  context,
  stack,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  for (const figure of ['10M+ FOOTBALL', '50K+', '100K+', /^GW\d+$/])
    await expect(page.getByText(figure, { exact: true })).toBeVisible();
  // The demo names no addresses: the cards are there, say so, and lead nowhere.
  const cards = page.getByRole('list', { name: 'Links' }).getByRole('link');
  await expect(cards).toHaveText(
    ['Price analytics', 'White paper', 'Trading tools'].map(
      (title) => new RegExp(`^${title}.*Not published yet\\.$`),
    ),
  );
  const social = page.getByRole('link', { name: 'Follow Touchline on X. Not published yet.' });
  await expect(social).toHaveAttribute('aria-disabled', 'true');
  const token = page.getByRole('region', { name: 'Token contract' });
  const shown = willShow(page, '[aria-label="Token contract"] button', 'Copied!');
  await token.getByRole('button', { name: 'Copy address' }).click();
  await shown;
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.toLowerCase()).toBe(stack.product.chain.token.toLowerCase());
  await expect(token.getByText('Copied!')).toBeHidden();
});

test.describe('phone layout', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the header of a guest fits narrow phones', async ({ page }) => {
    await page.goto('/');
    for (const width of [320, 360, 375]) {
      await page.setViewportSize({ width, height: 740 });
      const menu = await page.getByRole('button', { name: 'Open menu' }).boundingBox();
      expect((menu?.x ?? width) + (menu?.width ?? 0)).toBeLessThanOrEqual(width - 16);
    }
  });

  test('SHELL-07 the menu opens, closes, and closes when a page is chosen', async ({ page }) => {
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await expect(navigation(page).getByRole('link', { name: 'Rankings' })).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu.getByRole('link', { name: 'Rankings' }).click();
    await expect(heading(page, 'Rankings')).toBeVisible();
    await expect(menu).toBeHidden();
  });

  test('SHELL-07 a press outside closes the menu, and the page does not move under the finger', async ({
    page,
  }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await expect(menu).toBeVisible();
    const readTop = async () => (await page.getByRole('main').boundingBox())?.y;
    const top = await readTop();
    await page.mouse.move(180, 600);
    await page.mouse.down();
    await expect(menu).toBeHidden();
    expect(await readTop()).toBe(top);
    await page.mouse.up();
  });

  test('SHELL-07 on a phone in landscape the menu scrolls to its last link', async ({ page }) => {
    await page.setViewportSize({ width: 740, height: 320 });
    await page.goto('/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
    await expect(links.last()).toHaveText('Staking');
    await links.last().click();
    await expect(heading(page, 'Staking & Coefficient')).toBeVisible();
  });
});

test('pages open even where the browser forbids storage', async ({ page }) => {
  await page.addInitScript(() => {
    const forbid = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: forbid, configurable: true });
    window.BroadcastChannel = forbid as never; // as in Firefox
    LockManager.prototype.request = async () => forbid();
  });
  await page.goto('/');
  await expect(heading(page, 'Build a dream team. Win under the lights.')).toBeVisible();
  await page.getByRole('button', { name: 'Switch to the light theme' }).click();
  expect(await scheme(page)).toBe('light');
  await openFromHeader(page, 'Fixtures');
  await expect(heading(page, 'Premier League Fixtures')).toBeVisible();
});

test('home and all pages have one content width', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 860 });
  await signIn(page, 'Ines Calder');
  const readLeft = async (element: ReturnType<Page['locator']>) =>
    Math.round((await element.boundingBox())?.x ?? -1);
  const brand = await readLeft(page.getByRole('banner').getByRole('link').first());
  for (const path of ['/', '/choose-game', '/my-team', '/rankings', '/fixtures', '/staking']) {
    await page.goto(path);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    await expect.poll(() => readLeft(title), { message: path }).toBe(brand);
  }
});
