import { expect, type Page } from '@playwright/test';
import { type Phone, readCode, serveVerify, startPhone } from './phone.ts';
import { test as product } from './product.ts';
import { type Relay, startRelay } from './relay.ts';

/** A product with QR code wallets and a local relay. */
export const test = product.extend<
  { phone: (options?: { player?: number; chains?: number[] }) => Promise<Phone>; verify: undefined },
  { relay: Relay }
>({
  relay: [
    async ({ browserName: _ }, use) => {
      const relay = await startRelay();
      await use(relay);
      await relay.stop();
    },
    { scope: 'worker' },
  ],
  productEnv: [
    async ({ relay }, use) => {
      const gateway = { WALLETCONNECT_PROJECT_ID: 'a'.repeat(32), WALLETCONNECT_RELAY_URL: relay.url };
      await use({ gateway });
    },
    { scope: 'worker' },
  ],
  verify: [
    async ({ page }, use) => {
      await serveVerify(page);
      await use(undefined);
    },
    { auto: true },
  ],
  /** Starts a phone with the key of a demo player (1 to 8). */
  phone: async ({ relay, stack }, use) => {
    const phones: Phone[] = [];
    await use(async ({ player = 1, chains = [480] } = {}) => {
      const { privateKey } = stack.product.chain.accounts[player] ?? {};
      if (!privateKey) throw new Error(`there is no player ${player}`);
      const { rpcUrl } = stack.product.chain;
      const phone = await startPhone({ relayUrl: relay.url, privateKey, rpcUrl, chains });
      phones.push(phone);
      return phone;
    });
    for (const phone of phones) await phone.stop();
  },
});

/** Chooses the QR code wallet and scans the code. */
export async function connectPhone(page: Page, phone: Phone): Promise<void> {
  await page.getByRole('button', { name: 'QR code wallet' }).first().click();
  await expect(page.getByRole('img', { name: 'QR code for your wallet app' }).first()).toBeVisible();
  await phone.scan(await readCode(page));
}
