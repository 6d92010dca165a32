import { expect, type Page } from '@playwright/test';

/** The players of the demo wallet; each story takes its own, so that stories do not meet. */
export type DemoPlayer = 'Gaffer (admin)' | 'Nell Fairbank' | (string & {});

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Approves the connection in the demo wallet with the account of that name. */
export async function approveConnection(page: Page, player?: DemoPlayer): Promise<void> {
  const connect = dialog(page, 'Connect to Touchline?');
  if (player)
    await connect.getByRole('radio', { name: new RegExp(`^${player.replace(/[()]/g, '\\$&')}`) }).check();
  await connect.getByRole('button', { name: 'Approve' }).click();
}

/** Signs the message that the demo wallet shows. */
export async function signMessage(page: Page): Promise<void> {
  const sign = dialog(page, 'Sign this message?');
  await expect(sign).toContainText('Sign in');
  await sign.getByRole('button', { name: 'Approve' }).click();
}

/** From a guest on the home page to a signed-in player. */
export async function signIn(page: Page, player?: DemoPlayer): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Browser wallet' }).first().click();
  await approveConnection(page, player);
  await signMessage(page);
  await expect(page.getByText('Welcome back, Player!')).toBeVisible();
}
