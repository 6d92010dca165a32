import { expect, type Page } from '@playwright/test';
import { mineEvery, rpc } from '@touchline/platform/parts/json-rpc';
import type { Product } from '@touchline/platform/product';

/** The dialog in which an entry fee is paid. */
export const paymentDialog = (page: Page) => page.getByRole('dialog', { name: 'Entry Payment' });
/** The demo wallet's question for a transfer of so many FOOTBALL ("1,000"). */
export const sendRequest = (page: Page, amount: string) =>
  page.getByRole('dialog', { name: `Send ${amount} FOOTBALL?` });

/** What a wallet holds, in wei, by the chain itself. */
export async function footballOf({ chain }: Product, address: string): Promise<bigint> {
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`;
  return BigInt((await rpc(chain.rpcUrl, 'eth_call', [{ to: chain.token, data }, 'latest'])) as string);
}

/** Moves FOOTBALL (wei) between two accounts of the local chain, behind the page's back; done when a block has it. */
export async function moveFootball(product: Product, from: string, to: string, wei: bigint): Promise<void> {
  const { rpcUrl, token } = product.chain;
  const before = await footballOf(product, to);
  const words = [to.slice(2).toLowerCase(), wei.toString(16)].map((word) => word.padStart(64, '0'));
  await rpc(rpcUrl, 'eth_sendTransaction', [{ from, to: token, data: `0xa9059cbb${words.join('')}` }]);
  await expect.poll(() => footballOf(product, to)).toBe(before + wei);
}

/** No block is made meanwhile: whatever is sent stays unconfirmed. */
export async function withoutBlocks({ chain }: Product, act: () => Promise<void>): Promise<void> {
  await mineEvery(chain.rpcUrl, 0);
  try {
    await act();
  } finally {
    await mineEvery(chain.rpcUrl, 2);
  }
}

/** From a finished team to the dialog that asks for the fee. */
export async function createTeam(page: Page): Promise<void> {
  await expect(page.getByText('Payment Required')).toBeVisible();
  await page.getByRole('button', { name: 'Random Pick' }).click();
  await page.getByRole('button', { name: 'Create Team' }).click();
  await expect(paymentDialog(page)).toBeVisible();
}

/** Pays in the demo wallet. */
export async function payFee(page: Page, amount: string): Promise<void> {
  await paymentDialog(page).getByRole('button', { name: 'Pay Entry Fee' }).click();
  await sendRequest(page, amount).getByRole('button', { name: 'Approve' }).click();
}
