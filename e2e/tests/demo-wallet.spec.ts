import { expect } from '@playwright/test';
import { approveConnection, signMessage } from '../src/demo-wallet.ts';
import { test } from '../src/product.ts';

test('the demo wallet loads its dialogs on demand, reports a failed load and tries again', async ({
  page,
}) => {
  let asked = 0;
  let offline = true;
  await page.route('**/demo-wallet-more.*.js', (route) => {
    asked++;
    return offline ? route.abort('internetdisconnected') : route.continue();
  });
  await page.goto('/');
  const control = page.getByRole('group', { name: 'Wallet control' }).first();
  const connect = control.getByRole('button', { name: 'Browser wallet' });
  await expect(connect).toBeEnabled();
  expect(asked).toBe(0);
  await connect.click();
  await expect(control.getByRole('alert')).toContainText('The demo wallet could not be loaded.');
  offline = false;
  asked = 0;
  await connect.click();
  await approveConnection(page, 'Ines Calder');
  await signMessage(page);
  await expect(page.getByText('Welcome back, Player!')).toBeVisible();
  expect(asked).toBe(1);
});
