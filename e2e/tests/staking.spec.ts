import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../src/accessibility.ts';
import { demoAccount, joinWith, nextWeekly } from '../src/demo-players.ts';
import { signIn } from '../src/demo-wallet.ts';
import { openFromHeader } from '../src/navigation.ts';
import { expectNotReloaded, markPage } from '../src/no-reload.ts';
import { withoutBlocks } from '../src/payments.ts';
import { test } from '../src/product.ts';
import { willShow } from '../src/will-show.ts';

test.describe.configure({ mode: 'serial' });

/** The account of this test. */
const ME = { name: 'Jonty Blake', index: 8 };

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Stake FOOTBALL' });
const inTheWallet = (page: Page) => page.getByRole('dialog', { name: /^Send [\d,.]+ FOOTBALL\?$/ });
const current = (page: Page) => page.getByRole('region', { name: 'Current Staking' });

async function askForStake(page: Page, button: string, amount: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await dialog(page).getByRole('textbox', { name: 'Amount' }).fill(amount);
  await dialog(page).getByRole('button', { name: 'Stake', exact: true }).click();
  await inTheWallet(page).waitFor();
}

test('STAKE-01 STAKE-02 a guest reads the page and is offered to connect', async ({ page }) => {
  await page.goto('/');
  await openFromHeader(page, 'Staking');
  await expect(page.getByRole('heading', { name: 'Staking & Coefficient' })).toBeVisible();
  await expect(current(page).getByText('End of Season')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Coefficient Tiers' }).getByRole('listitem')).toHaveCount(14);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stake', exact: true }).click();
  await expect(dialog(page).getByText('Please connect your wallet first')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});

test('STAKE-10 STAKE-11 STAKE-18 a stake on the chain raises the coefficient before the next kick-off', async ({
  page,
  stack,
}) => {
  const game = await nextWeekly(stack.product);
  await joinWith(stack.product, game, 'Blake Stakers', demoAccount(stack.product, ME.index));
  await signIn(page, ME.name);
  await openFromHeader(page, 'Staking');
  await expect(current(page).getByRole('definition').getByText('No Tier')).toBeVisible();
  await markPage(page);

  await test.step('STAKE-13 a rejection in the wallet can be retried', async () => {
    await askForStake(page, 'Stake', '2500');
    await expect(dialog(page).getByText('Confirming...')).toBeVisible();
    await inTheWallet(page).getByRole('button', { name: 'Reject' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Try Again' })).toBeEnabled();
  });

  await test.step('STAKE-06 STAKE-11 STAKE-12 after staking the dialog shows the change and closes', async () => {
    await expect(dialog(page)).toContainText('Silver');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Try Again' }).click();
    const staked = willShow(page, '[role="dialog"] [role="status"]', 'Successfully staked 2500 tokens!');
    await inTheWallet(page).getByRole('button', { name: 'Approve' }).click();
    expect(await staked).toContain('Updated 1 active game participations with new 1.055x multiplier!');
    await expect(dialog(page)).toBeHidden();
  });

  await test.step('STAKE-04 the page shows the stake and marks the tier', async () => {
    await expect(current(page).getByText('1.055x').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Active Stakes' })).toContainText('2.5K FOOTBALL');
    await expect(page.locator('li[aria-current]')).toContainText('Silver');
    await expectNotReloaded(page);
    await expectAccessible(page);
  });

  await test.step('STAKE-18 the leaderboard shows the coefficient', async () => {
    await page.goto(`/rankings?game=${game.id}`);
    await expect(page.getByText('1.055x').first()).toBeVisible();
  });
});

test('a reload during a stake continues it without paying twice', async ({ page, stack }) => {
  await signIn(page, ME.name);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/staking');
  await expect(current(page).getByText('1.055x').first()).toBeVisible();
  await askForStake(page, 'Add More Tokens', '3000');
  await withoutBlocks(stack.product, async () => {
    await inTheWallet(page).getByRole('button', { name: 'Approve' }).click();
    await expect(dialog(page).getByText('Processing...')).toBeVisible();
    await page.reload();
  });
  await expect(page.getByText('Successfully staked 3000 tokens!')).toBeVisible();
  await expect(inTheWallet(page)).toBeHidden();
  await expect(current(page).getByText('1.065x').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Active Stakes' }).getByRole('listitem')).toHaveCount(2);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
