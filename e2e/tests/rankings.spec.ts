import { expect, type Page } from '@playwright/test';
import type { Game } from '@touchline/api/http/games';
import { expectAccessible, expectNoSidewaysScroll } from '../src/accessibility.ts';
import { inView, layoutShift, watchLayoutShift } from '../src/count-visible.ts';
import { demoAccount, type Joined, joinWith, nextWeekly } from '../src/demo-players.ts';
import { signIn } from '../src/demo-wallet.ts';
import { openFromHeader } from '../src/navigation.ts';
import { expectNotReloaded, markPage } from '../src/no-reload.ts';
import { testOfNextGame as test } from '../src/product.ts';
import { firstKickoffOf, kickoffPhases } from '../src/replay.ts';

test.describe.configure({ mode: 'serial' });

/** The account of this test. */
const ME = { name: 'Jonty Blake', index: 8 };
const OPPONENTS = 12;

let game: Game;
let opponents: Joined[];
let mine: Joined;

test.beforeAll(async ({ stack }) => {
  game = await nextWeekly(stack.product);
  opponents = [];
  for (let n = 1; n <= OPPONENTS; n++) opponents.push(await joinWith(stack.product, game, `Rival ${n}`));
  mine = await joinWith(stack.product, game, 'Blake Rovers', demoAccount(stack.product, ME.index));
});

const address = (more = '') => `/rankings?game=${game.id}${more}`;
const section = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Section' }).getByText(name, { exact: true });
const rows = (page: Page) =>
  page.getByRole('table', { name: 'Leaderboard' }).locator('tbody').first().getByRole('row');
const names = (page: Page) => rows(page).locator('button').allTextContents();
const own = (page: Page) => page.getByRole('rowgroup', { name: 'Your rank' }).getByRole('row');
const drawer = (page: Page, name: string) => page.getByRole('dialog', { name });

test('RANK-01 RANK-08 RANK-09 a guest reads the sections of the leaderboard', async ({ page }) => {
  await page.goto('/');
  await openFromHeader(page, 'Rankings');
  await expect(page.getByRole('heading', { name: 'Rankings' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Game', exact: true })).toContainText('Gameweek');
  await page.goto(address());
  await expect(rows(page)).toHaveCount(OPPONENTS + 1);
  expect((await names(page)).sort()).toEqual([...opponents, mine].map(({ name }) => name).sort());
  await expect(page.getByText(/^Updated \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText('Entry fee: Free')).toBeVisible();

  await section(page, 'Season').click();
  await expect(page).toHaveURL(/section=season/);
  await expect(page.getByText('Entry fee: 500 FOOTBALL')).toBeVisible();
  await section(page, 'Tournaments').click();
  // The demo creates no tournament; another test may have created one.
  await expect(
    page.getByText('No Tournaments Available').or(page.getByText(/^Entry fee: 1,000/)),
  ).toBeVisible();
});

test('RANK-03 RANK-04 RANK-05 RANK-06 a guest searches, filters, sorts and turns pages', async ({ page }) => {
  await page.goto(address());
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('rival 12');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Rival 12');
  await search.fill(mine.wallet.slice(2, 12).toUpperCase());
  await expect(rows(page)).toContainText('Blake Rovers');
  await search.fill('no such team');
  await expect(page.getByText('No players found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(OPPONENTS + 1);

  await page.getByRole('switch', { name: 'Staked Only' }).click();
  await expect(page.getByText('No players found')).toBeVisible();
  await page.getByRole('switch', { name: 'Staked Only' }).click();
  await expect(rows(page)).toHaveCount(OPPONENTS + 1);

  await page.getByRole('button', { name: 'Coefficient' }).click();
  await expect(page.getByRole('columnheader', { name: 'Coefficient' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await page.getByRole('combobox', { name: 'Per page' }).selectOption('10');
  await expect(rows(page)).toHaveCount(10);
  const first = await names(page);
  await page.getByRole('button', { name: 'next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows(page)).toHaveCount(OPPONENTS + 1 - 10);
  const second = await names(page);
  expect(new Set([...first, ...second]).size).toBe(OPPONENTS + 1);
});

test('DATA-12 players see their own row on every page, and ranks, points and teams update live', async ({
  page,
  stack,
}) => {
  const { product } = stack;
  const gameweek = game.first_gameweek;
  const kickoffs = new Set((await kickoffPhases(product, gameweek)).values()).size;
  const firstOfRival = await firstKickoffOf(product, gameweek, opponents[0]!.roster);
  await signIn(page, ME.name);
  await page.goto(address('&per_page=10'));

  await test.step('the own row stays visible on other pages', async () => {
    await expect(own(page)).toContainText('Blake Rovers');
    await expect(own(page)).toContainText('You');
    await expect(own(page).getByRole('cell').first()).toBeInViewport();
  });

  await test.step('ten rows are in view, eight on a phone', async () => {
    await page.goto(address());
    await expect(rows(page)).toHaveCount(OPPONENTS + 1);
    await expect.poll(() => inView(page, 'tbody tr')).toBeGreaterThanOrEqual(10);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('list', { name: 'Leaderboard' })).toBeVisible();
    await expect.poll(() => inView(page, 'ol[aria-label="Leaderboard"] > li')).toBeGreaterThanOrEqual(8);
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  await test.step('before the first kick-off only the names of other teams are visible', async () => {
    await page.goto(address()); // all teams on one page: the leaders change as matches continue
    await page.getByRole('button', { name: 'Rival 1', exact: true }).click();
    await expect(drawer(page, 'Rival 1')).toContainText('Hidden until kick-off');
    await expect(drawer(page, 'Rival 1')).toContainText('15 players are still hidden');
    await page.keyboard.press('Escape');
    await expect(drawer(page, 'Rival 1')).toBeHidden();
  });

  await test.step('as matches kick off, their players appear and score, without a reload', async () => {
    await markPage(page);
    await watchLayoutShift(page);
    await product.replay.advance({ to: { gameweek, phase: 'kickoff-1' } });
    await expect(page.getByText('Provisional')).toBeVisible();
    expect(await layoutShift(page)).toBeLessThan(0.02);
    const open = drawer(page, 'Rival 1');
    await page.getByRole('button', { name: 'Rival 1', exact: true }).click();
    await product.replay.advance({ to: { gameweek, phase: firstOfRival } });
    await expect(open.getByRole('list', { name: /^Pitch/ }).getByRole('listitem')).toHaveCount(11);
    await expect(open.getByRole('list', { name: 'Bench' }).getByRole('listitem')).toHaveCount(4);
    await expect(open).toContainText(/\d+ players? (is|are) still hidden/);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Rival 1', exact: true })).toBeFocused();
    await expectNotReloaded(page);
  });

  await test.step('rank changes are shown without a reload', async () => {
    await product.replay.advance({ to: { gameweek, phase: `kickoff-${kickoffs}` } });
    // Moves stay until another team moves.
    await expect(page.getByText(/^(Up|Down) \d+ since the last update$/).first()).toBeVisible();
    await expect(page.getByRole('img', { name: 'First place' }).first()).toBeVisible();
    await expect(page.getByRole('img', { name: /^Largest group: \d+ to \d+ points/ })).toBeVisible();
    await expectNotReloaded(page);
  });

  await test.step('the page is accessible in both themes', () => expectAccessible(page));
});

test('a press in a row opens its team in WebKit too, which positions no table row', async ({ page }) => {
  await page.goto(address());
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('tr { position: static !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  const name = (await rows(page).getByRole('button').first().textContent()) ?? '';
  await rows(page)
    .filter({ has: page.getByRole('button', { name, exact: true }) })
    .click();
  await expect(drawer(page, name)).toBeVisible();
});

test('the leaderboard fits a 360 px phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(address('&per_page=10'));
  // The line below the last paid place is an item without a team.
  const items = page.getByRole('list', { name: 'Leaderboard' }).getByRole('listitem');
  const cards = items.filter({ has: page.getByRole('button') });
  await expect(cards).toHaveCount(10);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const name = (await cards.first().getByRole('button').textContent()) ?? '';
  await cards.first().getByRole('button').click();
  await expect(drawer(page, name).getByRole('list', { name: /^Pitch/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.goBack();
  await expect(drawer(page, name)).toBeHidden();
});
