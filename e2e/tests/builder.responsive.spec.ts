import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../src/accessibility.ts';
import { approveConnection, signIn, signMessage } from '../src/demo-wallet.ts';
import { tabOnto, tabTo } from '../src/keyboard.ts';
import { openFromHeader } from '../src/navigation.ts';
import { chooseSeason } from '../src/payments.ts';
import { test } from '../src/product.ts';

/** Keys from the open page to the saved team. */
const MAX_PRESSES = 64;

/** Expects that an element shows its whole text. */
async function expectNotCutOff(element: Locator): Promise<void> {
  const hidden = await element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(hidden).toBeLessThanOrEqual(0);
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 500;

test('HOME-07 SHELL-02 home and the not-found page are accessible', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('Connect your wallet to get started')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect((await page.goto('/no-such-page'))?.status()).toBe(404);
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await expectAccessible(page);
});

test('BUILD-20 BUILD-28 a team is built by keyboard alone, on accessible screens', async ({ page }) => {
  // The wallet's two dialogs are an Enter each.
  let presses = 2;
  const enter = async (tabs: Promise<number>) => {
    presses += (await tabs) + 1;
    await page.keyboard.press('Enter');
  };
  await page.goto('/');
  await expect(page.getByText('Connect your wallet to get started')).toBeVisible();
  await enter(tabTo(page, 'Browser wallet'));
  await approveConnection(page, 'Ines Calder');
  await signMessage(page);
  await expect(page.getByText('Welcome back, Player!')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expectAccessible(page);

  await test.step('CHOOSE-02 the chooser', async () => {
    await enter(tabTo(page, 'Start Playing Now'));
    const cards = page.getByRole('list', { name: 'Games', exact: true }).getByRole('heading');
    await expect(cards).toHaveText(['Season', 'Weekly', 'Tournament']);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  await test.step('BUILD-11 BUILD-16 BUILD-19 the builder, and the picker of a slot', async () => {
    const weekly = page
      .getByRole('list', { name: 'Games', exact: true })
      .getByRole('listitem')
      .filter({ hasText: 'Weekly' });
    await enter(tabOnto(page, weekly.getByRole('button', { name: 'Join', exact: true })));
    await expect(page.getByText('0/11 on field')).toBeVisible();
    // BUILD-16; on a phone the list waits behind its tab.
    await expect(page.getByTestId('player-list')).toHaveCSS('height', '600px');
    // BUILD-11: buttons left, select right; a phone shows the buttons only.
    const leftOf = async (control: Locator) => (await control.boundingBox())?.x ?? Number.NaN;
    const select = page.getByRole('combobox', { name: 'Formation' });
    if (isPhone(page)) await expect(select).toBeHidden();
    else expect(await leftOf(page.getByRole('button', { name: '3-4-3' }))).toBeLessThan(await leftOf(select));
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await enter(tabTo(page, /^Empty place for a goalkeeper/));
    const picker = page.getByRole('dialog', { name: 'Choose a goalkeeper' });
    await expect(picker.getByRole('list', { name: 'Players' })).toBeVisible();
    await expectAccessible(page);
    await enter(tabOnto(page, picker.getByRole('list', { name: 'Players' }).getByRole('button')));
    await expect(picker).toBeHidden();
    await expect(page.getByText('1/11 on field')).toBeVisible();
  });

  await test.step('BUILD-12 Random Pick completes it, and it is created', async () => {
    await enter(tabTo(page, 'Random Pick', 'Shift+Tab'));
    await expect(page.getByText('11/11 on field')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await enter(tabTo(page, 'Create Team'));
    await expect(page).toHaveURL(/\/my-team$/);
    expect(presses).toBeLessThanOrEqual(MAX_PRESSES);
    await expect(page.getByRole('list', { name: 'Teams' }).getByRole('listitem')).toHaveCount(1);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

test('BUILD-01 BUILD-02 BUILD-05 a reload keeps game and team, leaving forgets the game, a guest goes home', {
  tag: '@desktop',
}, async ({ page }) => {
  const chosen = () => page.evaluate(() => sessionStorage.getItem('touchline.team-build'));
  await page.goto('/team-build');
  await expect(page).toHaveURL(/\/$/);

  // After signing in the player returns, and without a game the builder opens the chooser.
  await page.getByRole('button', { name: 'Browser wallet' }).first().click();
  await approveConnection(page, 'Ines Calder');
  await signMessage(page);
  await expect(page).toHaveURL(/\/choose-game$/);
  const season = page
    .getByRole('list', { name: 'Games', exact: true })
    .getByRole('listitem')
    .filter({ hasText: '38 gameweeks' });
  await season.getByRole('button', { name: 'Join', exact: true }).click();
  await page.getByRole('button', { name: /^Empty place for a goalkeeper/ }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a goalkeeper' });
  await picker.getByRole('list', { name: 'Players' }).getByRole('button').first().click();
  await expect(page.getByText('1/11 on field')).toBeVisible();

  await page.reload();
  await expect(page.getByText('1/11 on field')).toBeVisible();
  await expect(page.getByText('Payment Required')).toBeVisible();
  expect(await chosen()).toContain('season');

  await openFromHeader(page, 'Fixtures');
  await expect(page).toHaveURL(/\/fixtures/);
  await expect.poll(chosen).toBeNull();
  await page.goBack();
  await expect(page.getByText('1/11 on field')).toBeVisible();
});

test('the name of a paid game and the buttons next to Undo fit a narrow phone @desktop', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, 'Ines Calder');
  await chooseSeason(page);
  await expect(page.getByText('Payment Required')).toBeVisible();
  await expectNotCutOff(page.getByText(/^Season \d+$/));

  const randomPick = page.getByRole('button', { name: 'Random Pick' });
  await randomPick.click();
  await randomPick.click();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  for (const name of ['Random Pick', 'Clear All', 'Undo'])
    await expectNotCutOff(page.getByRole('button', { name, exact: true }).getByText(name));
  await expectNoSidewaysScroll(page);
});
