import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../src/accessibility.ts';
import { nextWeekly } from '../src/demo-players.ts';
import { openFromHeader } from '../src/navigation.ts';
import { expectNotReloaded, markPage } from '../src/no-reload.ts';
import { test } from '../src/product.ts';

test.describe.configure({ mode: 'serial' });

let gameweek: number;

test.beforeAll(async ({ stack }) => {
  gameweek = (await nextWeekly(stack.product)).first_gameweek;
});

const picker = (page: Page) => page.getByRole('combobox', { name: 'Gameweek' });
const cards = (page: Page) => page.getByRole('listitem', { name: / against / });
const badges = async (page: Page) => new Set(await page.locator('[data-badge]').allTextContents());

test('FIX-01 FIX-02 FIX-03 FIX-04 a guest reads the fixtures gameweek by gameweek', async ({ page }) => {
  await page.goto('/');
  await openFromHeader(page, 'Fixtures');
  await expect(page.getByRole('heading', { name: 'Premier League Fixtures' })).toBeVisible();
  await expect(cards(page)).toHaveCount(10);

  await test.step('around both ends', async () => {
    const last = await picker(page).locator('option').last().getAttribute('value');
    await picker(page).selectOption(last);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(picker(page)).toHaveValue('1');
    await expect(cards(page)).toHaveCount(10);
    expect(await badges(page)).toEqual(new Set(['FT']));
    await page.getByRole('button', { name: 'Prev' }).click();
    await expect(picker(page)).toHaveValue(last ?? '');
    await expect(cards(page).first()).toContainText('UPCOMING');
  });

  await test.step('a finished match opens with its events', async () => {
    await picker(page).selectOption('1');
    const played = cards(page).filter({ has: page.getByText('Match facts') });
    await expect(played).toHaveCount(10);
    await played.first().getByText('Match facts').focus();
    await page.keyboard.press('Enter');
    await expect(played.first().getByRole('rowheader', { name: 'Bonus', exact: true })).toBeVisible();
    await expect(played.first().getByText(/^Difficulty/)).toHaveCount(0);
  });

  await test.step('back home', async () => {
    await page.getByRole('button', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test('FIX-03 FIX-04 a match goes from SOON to LIVE to FT, and goals come in, without a reload', async ({
  page,
  stack,
}) => {
  const { replay } = stack.product;
  await page.goto(`/fixtures?gameweek=${gameweek}`);
  await markPage(page);
  await expect(cards(page)).toHaveCount(10);
  await expect(page.locator('[data-badge="LIVE"]')).toHaveCount(0);

  // A paused replay keeps upcoming kick-offs an hour away.
  await replay.advance({ to: { gameweek, phase: 'deadline' } });
  await expect(page.locator('[data-badge="UPCOMING"]')).toHaveCount(10);
  await replay.resume();
  await expect(page.locator('[data-badge="SOON"]').first()).toBeVisible();
  await replay.pause();
  await replay.advance({ to: { gameweek, phase: 'kickoff-1' } });
  const live = page.locator('[data-live]');
  await expect(live.first()).toContainText('LIVE');
  await expectAccessible(page);

  const { goal } = await replay.advance({ to: 'next-goal' });
  expect(goal).toBeDefined();
  const facts = page.getByRole('rowheader', { name: 'Goals', includeHidden: true });
  await expect(facts.first()).toBeAttached();

  await replay.advance({ to: { gameweek, phase: 'whistle-1' } });
  await expect(page.locator('[data-badge="FT"]').first()).toBeVisible();
  await expectNotReloaded(page);
});

test('fixtures fit a 360 px phone and are accessible in both themes', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/fixtures?gameweek=1');
  await expect(cards(page)).toHaveCount(10);
  await cards(page).first().getByText('Match facts').click();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('while the stream is down the header reports it, and scores update every 30 seconds', async ({
  page,
}) => {
  await page.route('**/api/live', (route) => route.abort());
  await page.clock.install();
  await page.goto(`/fixtures?gameweek=${gameweek}`);
  await expect(cards(page)).toHaveCount(10);
  await page.clock.fastForward(5_000);
  await expect(page.getByText('Live updates are off. Scores refresh every 30 seconds.')).toBeVisible();
  const again = page.waitForRequest(new RegExp(`/api/fpl/fixtures/${gameweek}$`));
  await page.clock.fastForward(30_000);
  await again;
});
