import { expect } from '@playwright/test';
import { createClient } from '@touchline/api/client';
import { listGames } from '@touchline/api/http/games';
import type { Product } from '@touchline/local-stack/product';
import { signIn } from '../src/demo-wallet.ts';
import { test } from '../src/product.ts';

/** Names of the weekly games that can be joined, earliest first. Other tests move the season on. */
async function findOpenGames({ url }: Product): Promise<string[]> {
  const query = { game_type: 'WEEKLY', status: 'UPCOMING', limit: '100', sort_order: 'asc' } as const;
  const { games } = await createClient({ base: `${url}/api` }).request(listGames, { query });
  return games.filter((game) => Date.parse(game.join_opens_at) <= Date.now()).map(({ name }) => name);
}

test('a player filters the lobby, opens a game, joins it and copies the team into the next game', async ({
  page,
  stack: { product },
}) => {
  await signIn(page, 'Tilda Voss');
  await page.goto('/choose-game');
  const lobby = page.getByRole('list', { name: 'All games' });

  await test.step('the filters leave the free games, and the URL keeps them', async () => {
    await expect(lobby.getByRole('link', { name: /^Season/ })).toBeVisible();
    await page.getByLabel('Entry fee').selectOption('free');
    await expect(lobby.getByRole('link', { name: /^Season/ })).toHaveCount(0);
    await page.reload();
    await expect(page.getByLabel('Entry fee')).toHaveValue('free');
  });

  const names = await findOpenGames(product);
  expect(names.length).toBeGreaterThanOrEqual(2);
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
