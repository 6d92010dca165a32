import { expect } from '@playwright/test';
import { signIn } from '../src/demo-wallet.ts';
import { test } from '../src/product.ts';

test('a player filters the lobby, opens a game, joins it and copies the team into the next game', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page);
  await page.goto('/choose-game');
  const lobby = page.getByRole('list', { name: 'All games' });

  await test.step('the filters leave the free games, and the URL keeps them', async () => {
    await expect(lobby.getByRole('link', { name: /^Season/ })).toBeVisible();
    await page.getByLabel('Entry fee').selectOption('free');
    await expect(lobby.getByRole('link', { name: /^Season/ })).toHaveCount(0);
    await page.reload();
    await expect(page.getByLabel('Entry fee')).toHaveValue('free');
  });

  const names = await lobby.getByRole('link').allTextContents();
  const join = async (name: string) => {
    await page.goto('/choose-game?fee=free');
    await lobby.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('region', { name: 'Rules' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Entrants' })).toBeVisible();
    await page.getByRole('button', { name: 'Join', exact: true }).click();
  };

  await test.step('the page of a game leads to the builder', async () => {
    await join(names[0]!);
    await page.getByRole('button', { name: 'Random Pick' }).click();
    await page.getByRole('textbox', { name: 'Team name' }).fill('Same Again FC');
    await page.getByRole('button', { name: 'Create Team' }).click();
    await expect(page).toHaveURL(/\/my-team$/);
  });

  await test.step('the copy has the same players in the next game', async () => {
    await join(names[1]!);
    await page.getByRole('button', { name: 'Copy last team' }).click();
    await expect(page.getByRole('region', { name: 'Changes since your last team' })).toBeVisible();
    await expect(page.getByText('15/15')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Team name' })).toHaveValue('Same Again FC');
    await page.getByRole('button', { name: 'Create Team' }).click();
    await expect(page.getByRole('list', { name: 'Teams' }).getByText('Same Again FC')).toHaveCount(2);
  });
});
