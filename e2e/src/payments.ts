import { expect, type Page } from '@playwright/test';
import { mineEvery } from '@touchline/local-stack/dependencies/json-rpc';
import { balanceOf, transfer } from '@touchline/local-stack/dependencies/token-transfers';
import type { Product } from '@touchline/local-stack/product';
import type { Hex } from 'viem';
import { BLOCK_SECONDS } from './product.ts';

/** The dialog for the entry fee. */
export const paymentDialog = (page: Page) => page.getByRole('dialog', { name: 'Entry payment' });
/** The demo wallet's prompt for a transfer of this amount ("1,000"). */
export const sendRequest = (page: Page, amount: string) =>
  page.getByRole('dialog', { name: `Send ${amount} FOOTBALL?` });

/** A wallet's balance in wei, from the chain; of FOOTBALL by default. */
export const footballOf = (
  { chain }: Product,
  address: string,
  token: string = chain.token,
): Promise<bigint> => balanceOf(chain, address as Hex, token as Hex);

/** Moves FOOTBALL (wei) from an account of the local chain and waits for the block. */
export async function moveFootball({ chain }: Product, from: string, to: string, wei: bigint): Promise<void> {
  const { wallet } = chain.accounts.find(({ address }) => address === from)!;
  await transfer(chain, wallet, to as Hex, wei);
}

/** Stops mining, so that transactions stay unconfirmed. */
export async function withoutBlocks({ chain }: Product, act: () => Promise<void>): Promise<void> {
  await mineEvery(chain.rpcUrl, 0);
  try {
    await act();
  } finally {
    await mineEvery(chain.rpcUrl, BLOCK_SECONDS);
  }
}

/** Holds the request that joins a game with a paid fee, until the returned function is called. */
export async function holdJoin(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/games/*/join', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Opens the builder of the season game from the chooser. */
export async function chooseSeason(page: Page): Promise<void> {
  await page.goto('/choose-game');
  const season = page
    .getByRole('list', { name: 'Games', exact: true })
    .getByRole('listitem')
    .filter({ hasText: '38 gameweeks' });
  await season.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page).toHaveURL(/\/team-build$/);
}

/** Creates a random team, up to the payment dialog. */
export async function createTeam(page: Page): Promise<void> {
  await expect(page.getByText('Payment Required')).toBeVisible();
  await page.getByRole('button', { name: 'Random Pick' }).click();
  await page.getByRole('button', { name: 'Create Team' }).click();
  await expect(paymentDialog(page)).toBeVisible();
}

/** Pays the fee with the demo wallet. */
export async function payFee(page: Page, amount: string): Promise<void> {
  await paymentDialog(page).getByRole('button', { name: 'Pay Entry Fee' }).click();
  await sendRequest(page, amount).getByRole('button', { name: 'Approve' }).click();
}
