import { devices, expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../src/accessibility.ts';
import { chooseSeason, createTeam, footballOf, paymentDialog } from '../src/payments.ts';
import { readCode } from '../src/phone.ts';
import { connectPhone, test } from '../src/qr-fixture.ts';
import { TAG } from '../src/relay.ts';
import { willShow } from '../src/will-show.ts';

const qrButton = (page: Page) => page.getByRole('button', { name: 'QR code wallet' }).first();
const panel = (page: Page) => page.getByRole('group', { name: 'Connect by QR code' }).first();
const welcome = (page: Page) => page.getByText('Welcome back, Player!');
const scripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  );
const openWallet = (page: Page) => page.getByRole('button', { name: /^Wallet 0x/ }).click();

test.beforeEach(({ page }) => page.goto('/'));

test('WALLET-01 WALLET-03 AUTH-01 a phone scans the code, approves, signs and is welcomed', async ({
  page,
  phone,
  relay,
}) => {
  const control = page.getByRole('group', { name: 'Wallet control' }).first();
  await expect(control.getByRole('button')).toHaveText(['Browser wallet', 'QR code wallet']);
  const early = await scripts(page);
  expect(relay.connections()).toBe(0);
  const mine = await phone({ player: 1 });
  await qrButton(page).click();
  await expect(control.getByText('Connecting wallet...')).toBeVisible();
  // WalletConnect's code loads with this click, not earlier.
  await expect.poll(async () => (await scripts(page)).length).toBeGreaterThan(early.length);
  await expect(control.getByRole('button', { name: 'Browser wallet' })).toBeDisabled();
  await expect(qrButton(page)).toBeDisabled();
  await expect(panel(page).getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expectAccessible(page);
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(panel(page)).toBeHidden();

  // Page and phone reconnect, the page repeats its response, and the phone is asked once.
  relay.cutAt(TAG.settleResponse);
  await connectPhone(page, mine);
  await expect(welcome(page)).toBeVisible({ timeout: 60_000 });
  expect(mine.asked).toEqual(['personal_sign']);
  const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user_data') ?? '{}'));
  expect(user.wallet_address).toBe(mine.address.toLowerCase());

  await test.step('WALLET-02 its button is disabled while it is connected', async () => {
    await openWallet(page);
    await expect(qrButton(page)).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Browser wallet' }).first()).toBeEnabled();
    await page.keyboard.press('Escape');
  });

  await test.step('WALLET-10 a reload restores session and wallet without a request to the phone', async () => {
    await page.reload();
    await expect(welcome(page)).toBeVisible();
    await openWallet(page);
    await expect(page.getByText('WalletConnect on WorldChain Mainnet')).toBeVisible();
    expect(mine.asked).toEqual(['personal_sign']);
    await page.keyboard.press('Escape');
  });

  await test.step('WALLET-11 the phone ends the connection', async () => {
    await mine.disconnect();
    await openWallet(page);
    await expect(page.getByText('Signed in. Wallet not connected.')).toBeVisible();
  });
});

test('"Copy link" copies the link of the code', async ({ page, context, phone }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const mine = await phone({ player: 2 });
  await qrButton(page).click();
  const copied = willShow(page, '[aria-label="Connect by QR code"] button', 'Copied');
  await panel(page).getByRole('button', { name: 'Copy link' }).click();
  await copied;
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/^wc:[0-9a-f]{64}@2\?/);
  await mine.scan(link);
  await expect(welcome(page)).toBeVisible();
});

test('WALLET-06 a phone that rejects the connection leaves no error, and can try again', async ({
  page,
  phone,
}) => {
  const mine = await phone({ player: 3 });
  mine.rejects.add('connection');
  await connectPhone(page, mine);
  await expect(panel(page)).toBeHidden();
  await expect(page.getByText('Connecting wallet...')).toBeHidden();
  await expect(page.getByRole('alert')).toHaveCount(0);
  mine.rejects.clear();
  await connectPhone(page, mine);
  await expect(welcome(page)).toBeVisible();
});

test('WALLET-06 AUTH-01 a phone that rejects the signature is asked again only by a button', async ({
  page,
  phone,
}) => {
  const mine = await phone({ player: 4 });
  mine.rejects.add('personal_sign');
  await connectPhone(page, mine);
  const signIn = page.getByRole('button', { name: 'Sign in' }).first();
  await expect(signIn).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(mine.asked).toEqual(['personal_sign']);
  mine.rejects.clear();
  await signIn.click();
  await expect(welcome(page)).toBeVisible();
});

test('a code whose settlement is lost ends its spinner and explains what happened', async ({
  page,
  phone,
  relay,
}) => {
  const mine = await phone({ player: 5 });
  const found = relay.lose(TAG.settle);
  await page.clock.install();
  await page.reload();
  const settled = relay.published(TAG.settle);
  await connectPhone(page, mine);
  await expect.poll(() => relay.published(TAG.settle)).toBeGreaterThan(settled);
  await page.clock.runFor(39_000);
  await expect(page.getByRole('alert').first()).toHaveText(
    'Your wallet approved, but the connection was not completed. Try again.',
    { timeout: 60_000 },
  );
  await expect(page.getByText('Connecting wallet...')).toBeHidden();
  found();
  await connectPhone(page, mine);
  await expect(welcome(page)).toBeVisible();
});

test('a code waits for its scan after the relay reconnects', async ({ page, phone, relay }) => {
  const mine = await phone({ player: 5 });
  await page.clock.install();
  await page.reload();
  await qrButton(page).click();
  const code = page.getByRole('img', { name: 'QR code for your wallet app' }).first();
  await expect(code).toBeVisible();
  const subscribed = relay.subscriptions();
  relay.cut();
  await expect.poll(() => relay.subscriptions()).toBeGreaterThan(subscribed);
  await page.clock.runFor(60_000);
  await expect(code).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await mine.scan(await readCode(page));
  await expect(welcome(page)).toBeVisible();
});

test('WALLET-04 WALLET-13 a phone on another chain is asked to choose WorldChain in its app', async ({
  page,
  phone,
}) => {
  const mine = await phone({ player: 6 });
  await connectPhone(page, mine);
  await expect(welcome(page)).toBeVisible();
  // The page requests WorldChain after a second; until the phone responds, the banner stays.
  const release = mine.hold('wallet_switchEthereumChain');
  await mine.chooseChain(1);
  const banner = page.getByRole('region', { name: 'Wrong network' });
  await expect(banner).toContainText('Choose WorldChain in your wallet app');
  await expect(banner).toContainText('Your wallet is on Ethereum (chain id 1)');
  release();
  await expect(banner).toBeHidden();
});

test('PAY-04 PAY-08 PAY-11 a phone pays an entry fee, after rejecting once', async ({
  page,
  phone,
  stack,
}) => {
  const mine = await phone({ player: 8 });
  const { treasury } = stack.product.chain;
  const before = await footballOf(stack.product, treasury);
  await connectPhone(page, mine);
  await expect(welcome(page)).toBeVisible();
  await chooseSeason(page);
  await createTeam(page);
  mine.rejects.add('eth_sendTransaction');
  const dialog = paymentDialog(page);
  await dialog.getByRole('button', { name: 'Pay Entry Fee' }).click();
  await expect(dialog).toContainText('Transaction Cancelled');
  mine.rejects.clear();
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await dialog.getByRole('button', { name: 'Pay Entry Fee' }).click();
  await expect(page).toHaveURL(/\/my-team$/, { timeout: 45_000 });
  expect((await footballOf(stack.product, treasury)) - before).toBe(500n * 10n ** 18n);
  // The phone reported its chain before the payment request.
  expect(mine.asked.slice(-2)).toEqual(['eth_getBlockByNumber', 'eth_sendTransaction']);
});

test.describe('page on the phone itself', () => {
  const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'];
  test.use({ ...pixel, viewport: { width: 360, height: 740 } });

  test('AUTH-01 wallet apps open by links, and sign when a button is pressed', async ({ page, phone }) => {
    const mine = await phone({ player: 7 });
    await qrButton(page).click();
    const apps = panel(page).getByRole('list', { name: 'Wallet apps' });
    const metaMask = apps.getByRole('link', { name: 'MetaMask' });
    const link = new URL((await metaMask.getAttribute('href')) ?? '');
    expect(link.origin + link.pathname).toBe('https://metamask.app.link/wc');
    const uri = link.searchParams.get('uri') ?? '';
    await expect(apps.getByRole('link', { name: 'Another app' })).toHaveAttribute('href', uri);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await mine.scan(uri);
    const signIn = page.getByRole('button', { name: 'Sign in' }).first();
    await expect(signIn).toBeVisible();
    expect(mine.asked).toEqual([]);
    await signIn.click();
    await expect(welcome(page)).toBeVisible();
    expect(mine.asked).toEqual(['personal_sign']);
  });
});
