import { expect, type Page } from '@playwright/test';

/** A player of the demo wallet; each test uses another. */
export type DemoPlayer = 'Gaffer (admin)' | 'Nell Fairbank' | (string & {});

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Approves the connection, optionally with the named account. */
export async function approveConnection(page: Page, player?: DemoPlayer): Promise<void> {
  const connect = dialog(page, 'Connect to Touchline?');
  if (player)
    await connect.getByRole('radio', { name: new RegExp(`^${player.replace(/[()]/g, '\\$&')}`) }).check();
  await connect.getByRole('button', { name: 'Approve' }).click();
}

/** Approves the message in the demo wallet. */
export async function signMessage(page: Page): Promise<void> {
  const sign = dialog(page, 'Sign this message?');
  await expect(sign).toContainText('Sign in');
  await sign.getByRole('button', { name: 'Approve' }).click();
}

/** Signs in from the home page. */
export async function signIn(page: Page, player?: DemoPlayer): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Browser wallet' }).first().click();
  await approveConnection(page, player);
  await signMessage(page);
  await expect(page.getByText('Welcome back, Player!')).toBeVisible();
}
