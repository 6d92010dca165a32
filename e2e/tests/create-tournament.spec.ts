import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectFitsPhone } from '../src/accessibility.ts';
import { signIn } from '../src/demo-wallet.ts';
import { createTeam, holdJoin, payFee, paymentDialog } from '../src/payments.ts';
import { testOfNextGame as test } from '../src/product.ts';

test.describe.configure({ mode: 'serial' });

const NAME = 'Floodlight Cup';

const card = (page: Page) =>
  page.getByRole('list', { name: 'Tournaments' }).getByRole('listitem').filter({ hasText: NAME });

/** Opens the tournaments from the chooser, even if there are none. */
async function chooseTournaments(page: Page): Promise<void> {
  await page.goto('/choose-game');
  await page.getByRole('button', { name: /^(Select Tournament|See all tournaments)$/ }).click();
  await expect(page).toHaveURL(/\/tournament-select$/);
  await expect(page.getByRole('heading', { name: 'Tournaments', exact: true })).toBeVisible();
}

test('TOURN-07 TOURN-11 TOURN-12 the admin creates a tournament', async ({ page }) => {
  await signIn(page, 'Gaffer (admin)');
  await chooseTournaments(page);
  await page.getByRole('button', { name: 'Create New Tournament' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create tournament' });
  await expect(dialog).toContainText('1,000 FOOTBALL');
  await dialog.getByRole('button', { name: 'Create tournament' }).click();
  await expect(dialog.getByText('Please fill in all required fields')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);

  await test.step('TOURN-13 the server names the wrong fields', async () => {
    await dialog.getByLabel('Name').fill(NAME);
    await dialog.getByLabel('Start date').fill('2001-01-01T12:00');
    await dialog.getByLabel('Join deadline').fill('2001-01-01T12:00');
    await dialog.getByRole('button', { name: 'Create tournament' }).click();
    await expect(dialog.getByText('Failed to create tournament')).toBeVisible();
    await expect(dialog.getByText('Must be in the future')).toBeVisible();
  });

  await dialog.getByRole('group', { name: 'Start with a gameweek' }).getByRole('button').first().click();
  const start = await dialog.getByLabel('Start date').inputValue();
  await dialog.getByLabel('Join deadline').fill(start);
  await dialog.getByRole('button', { name: 'Create tournament' }).click();
  await expect(dialog).toBeHidden();
  await expect(card(page)).toContainText('1,000 FOOTBALL');
  await expect(card(page)).toContainText('0 of 20 teams');
});

test('TOURN-02 TOURN-05 TOURN-09 TOURN-10 PAY-01 another player pays and joins it', async ({ page }) => {
  await signIn(page, 'Kofi Redgrave');
  await chooseTournaments(page);
  await expect(page.getByRole('button', { name: 'Create New Tournament' })).toBeHidden();
  await expect(card(page).getByText('Open', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);

  await test.step('TOURN-05 the details are shown', async () => {
    await card(page).getByRole('button', { name: 'Details' }).click();
    const details = page.getByRole('dialog', { name: NAME });
    await expect(details).toContainText('0 of 20 teams');
    await expectAccessible(page);
    await details.getByRole('button', { name: 'Close' }).click();
  });

  await card(page).getByRole('button', { name: 'Join' }).click();
  await expect(page).toHaveURL(/\/team-build$/);
  await expect(page.getByText(NAME)).toBeVisible();
  await createTeam(page);
  await expect(paymentDialog(page)).toContainText('1,000 FOOTBALL');
  const join = await holdJoin(page);
  await payFee(page, '1,000');
  await expect(paymentDialog(page).getByText('Payment Successful! Creating your team...')).toBeVisible();
  join();
  await expect(page).toHaveURL(/\/my-team$/);
  await expect(
    page.getByRole('list', { name: 'Teams' }).getByRole('listitem').filter({ hasText: NAME }),
  ).toBeVisible();

  await test.step('TOURN-10 the tournament is joined, and the team counts', async () => {
    await chooseTournaments(page);
    await expect(card(page).getByRole('button', { name: 'Already Joined' })).toBeDisabled();
    await expect(card(page)).toContainText('1 of 20 teams');
  });
});
