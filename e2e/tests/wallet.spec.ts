import { expect, type Page } from '@playwright/test';
import { type Chain, startChain } from '@touchline/local-stack/dependencies/chain';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { addWallet, type FakeWallet, REJECTED } from '../src/fake-wallet.ts';
import { chooseSeason, createTeam, footballOf, paymentDialog } from '../src/payments.ts';
import { type Stack, test } from '../src/product.ts';

const control = (page: Page) => page.getByRole('group', { name: 'Wallet control' }).first();
const banner = (page: Page) => page.getByRole('region', { name: 'Wrong network' });
const welcome = (page: Page) => page.getByText('Welcome back, Player!');

/** A test wallet with the keys of demo players (1 to 8). */
function walletOf(
  page: Page,
  { product }: Stack,
  players: number[],
  more: { name?: string; chainId?: number; known?: number[]; rpcUrl?: string } = {},
): Promise<FakeWallet> {
  const keys = players.map((player) => {
    const { privateKey } = product.chain.accounts[player] ?? {};
    if (!privateKey) throw new Error(`there is no player ${player}`);
    return privateKey;
  });
  return addWallet(page, { name: 'Test Wallet', rpcUrl: product.chain.rpcUrl, ...more, keys });
}

/** The demo wallet announces itself as well, so there is always a list to choose from. */
async function choose(page: Page, name = 'Test Wallet'): Promise<void> {
  await control(page).getByRole('button', { name: 'Browser wallet' }).click();
  await page.getByRole('list', { name: 'Browser wallets' }).first().getByRole('button', { name }).click();
}

const switches = (wallet: FakeWallet) => wallet.count('wallet_switchEthereumChain');
const user = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user_data') ?? '{}').wallet_address as string);

test('WALLET-01 WALLET-02 WALLET-10 two announced wallets are a list; the connected one is disabled and comes back', async ({
  page,
  stack,
}) => {
  const first = await walletOf(page, stack, [1], { name: 'First Wallet' });
  const second = await walletOf(page, stack, [2], { name: 'Second Wallet' });
  await page.goto('/');
  await expect(control(page).getByRole('button')).toHaveText(['Browser wallet']);
  await control(page).getByRole('button', { name: 'Browser wallet' }).click();
  const list = control(page).getByRole('list', { name: 'Browser wallets' });
  await expect(list.getByRole('button')).toHaveText(['First Wallet', 'Second Wallet', 'Demo wallet']);
  await list.getByRole('button', { name: 'Second Wallet' }).click();
  await expect(welcome(page)).toBeVisible();
  expect(first.count('eth_requestAccounts')).toBe(0);

  await test.step('WALLET-16 the state is kept under wagmi, and survives a reload without a prompt', async () => {
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('wagmi.store') ?? '{}').state);
    expect(stored.chainId).toBe(480);
    expect(stored.connections.value).toHaveLength(1);
    expect(await page.evaluate(() => localStorage.getItem('wagmi.status'))).toBe('connected');
    await page.reload();
    await expect(welcome(page)).toBeVisible();
    await page.getByRole('button', { name: /^Wallet 0x/ }).click();
    await expect(control(page)).toContainText('Second Wallet on WorldChain Mainnet');
    await expect(control(page).getByText(/^[\d,.]+ FOOTBALL$/)).toBeVisible();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await control(page).getByRole('button', { name: 'Copy address' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(await user(page));
    expect(second.count('eth_requestAccounts')).toBe(1);
    expect(second.count('personal_sign')).toBe(1);
  });

  await test.step('WALLET-02', async () => {
    await control(page).getByRole('button', { name: 'Browser wallet' }).click();
    await expect(list.getByRole('button', { name: 'Second Wallet' })).toBeDisabled();
    await expect(list.getByRole('button', { name: 'First Wallet' })).toBeEnabled();
  });
});

test('WALLET-04 WALLET-12 WALLET-13 on another chain: the banner, a switch after a second, requested only once', async ({
  page,
  stack,
}) => {
  const wallet = await walletOf(page, stack, [3], { chainId: 1 });
  wallet.fails.wallet_switchEthereumChain = REJECTED;
  const requests: { method: string; at: number; hasBanner: boolean }[] = [];
  wallet.onRequest = async (method) => {
    requests.push({ method, at: performance.now(), hasBanner: await banner(page).isVisible() });
  };
  await page.goto('/');
  await choose(page);
  await expect(banner(page)).toContainText('Switch to WorldChain Mainnet to use the product');
  await expect(banner(page)).toContainText('Ethereum (chain id 1)');
  const findRequest = (name: string) => requests.find(({ method }) => method === name);
  await expect.poll(() => findRequest('wallet_switchEthereumChain')?.hasBanner).toBe(true);
  expect(switches(wallet)).toBe(1);
  expect(wallet.params.wallet_switchEthereumChain).toEqual({ chainId: '0x1e0' });
  const [connected, switched] = ['eth_requestAccounts', 'wallet_switchEthereumChain'].map(findRequest);
  expect(switched!.at - connected!.at).toBeGreaterThan(990);
  // WALLET-06: a rejection shows nothing and is final.
  await expect(banner(page).getByRole('button', { name: 'Add WorldChain' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(wallet.count('personal_sign')).toBe(0);
  await banner(page).getByRole('button', { name: 'Switch to WorldChain' }).click();
  await expect(banner(page)).toBeHidden();
  await expect(welcome(page)).toBeVisible();
  expect(switches(wallet)).toBe(2);

  await test.step('leaving the chain shows the banner again', async () => {
    wallet.fails.wallet_switchEthereumChain = REJECTED;
    await wallet.setChain(137);
    await expect(banner(page)).toContainText('Polygon (chain id 137)');
    await wallet.setChain(480);
    await expect(banner(page)).toBeHidden();
  });
});

test('CONST-01 WALLET-14 a wallet that does not know the chain gets a request to add it', async ({
  page,
  stack,
}) => {
  const wallet = await walletOf(page, stack, [4], { chainId: 1, known: [1] });
  await page.goto('/');
  await choose(page);
  await expect.poll(() => wallet.count('wallet_addEthereumChain')).toBe(1);
  expect(wallet.params.wallet_addEthereumChain).toMatchObject({
    chainId: '0x1e0',
    chainName: 'WorldChain Mainnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    blockExplorerUrls: ['https://worldscan.org'],
  });
  await expect(welcome(page)).toBeVisible();
});

test('WALLET-14 where adding fails, switching is tried', async ({ page, stack }) => {
  const wallet = await walletOf(page, stack, [5], { chainId: 1 });
  wallet.fails.wallet_switchEthereumChain = REJECTED;
  await page.goto('/');
  await choose(page);
  await expect.poll(() => switches(wallet)).toBe(1);
  wallet.fails.wallet_addEthereumChain = { code: -32603, message: 'Cannot add networks' };
  await banner(page).getByRole('button', { name: 'Add WorldChain' }).click();
  await expect(banner(page)).toBeHidden();
  expect(wallet.count('wallet_addEthereumChain')).toBe(1);
  expect(switches(wallet)).toBe(2);
});

test('WALLET-05 WALLET-06 rejections show nothing, other failures are shown in red under the buttons', async ({
  page,
  stack,
}) => {
  const wallet = await walletOf(page, stack, [6]);
  await page.goto('/');
  const rejections = [
    'User rejected the request.',
    'User denied account access',
    'Connection request reset.',
  ];
  for (const [before, message] of rejections.entries()) {
    wallet.fails.eth_requestAccounts = { code: message.startsWith('User r') ? 4001 : -32603, message };
    await choose(page);
    await expect.poll(() => wallet.count('eth_requestAccounts')).toBe(before + 1);
    await expect(control(page).getByRole('button', { name: 'Browser wallet' })).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  wallet.fails.eth_requestAccounts = { code: -32603, message: 'The wallet is on fire' };
  await choose(page);
  const alert = control(page).getByRole('alert');
  await expect(alert).toContainText('The wallet is on fire');
  const red = await alert.evaluate((element) => {
    const [r = 0, g = 0, b = 0] = (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number);
    return r > g + 60 && r > b + 60;
  });
  expect(red).toBe(true);
  const below = await control(page).getByRole('button', { name: 'Browser wallet' }).boundingBox();
  expect((await alert.boundingBox())?.y).toBeGreaterThan((below?.y ?? 0) + (below?.height ?? 0) - 1);

  await test.step('a rejected signature leaves a button', async () => {
    wallet.fails.personal_sign = REJECTED;
    await choose(page);
    await expect(control(page).getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await control(page).getByRole('button', { name: 'Sign in' }).click();
    await expect(welcome(page)).toBeVisible();
  });
});

test('AUTH-02 another account in the wallet signs the first out and the second in', async ({
  page,
  stack,
}) => {
  const wallet = await walletOf(page, stack, [7, 8]);
  const { accounts } = stack.product.chain;
  await test.step('MYTEAM-01 a guest is sent home, and back after signing in', async () => {
    await page.goto('/my-team');
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByText('Sign in to get back to where you were.')).toBeVisible();
    await choose(page);
    await expect.poll(() => user(page)).toBe(accounts[7]?.address.toLowerCase());
    await expect(page).toHaveURL(/\/my-team$/);
  });
  await wallet.setAccount(1);
  await expect.poll(() => user(page)).toBe(accounts[8]?.address.toLowerCase());
  expect(wallet.count('personal_sign')).toBe(2);
});

test.describe('a chain 480 that is not the product’s', () => {
  let other: Chain;
  test.beforeAll(async () => {
    other = await startChain({ blockSeconds: 0 });
    await rpc(other.rpcUrl, 'anvil_mine', ['0x20', '0x3c']);
  });
  test.afterAll(() => other?.stop());

  test('PAY-10 a wallet on it is rejected before any transfer', async ({ page, stack }) => {
    const { treasury } = stack.product.chain;
    const wallet = await walletOf(page, stack, [8], { rpcUrl: other.rpcUrl });
    const before = await footballOf(stack.product, treasury);
    await page.goto('/');
    await choose(page);
    await expect(welcome(page)).toBeVisible();
    await chooseSeason(page);
    await createTeam(page);
    await paymentDialog(page).getByRole('button', { name: 'Pay Entry Fee' }).click();
    await expect(paymentDialog(page)).toContainText(
      'The chain 480 that your wallet uses is not the chain that this site uses',
    );
    await expect(paymentDialog(page)).toContainText('Nothing was sent.');
    await expect(paymentDialog(page)).toContainText(/Type\s*wallet\s*Code\s*UNKNOWN_ERROR/);
    expect(wallet.count('eth_sendTransaction')).toBe(0);
    expect(await footballOf(stack.product, treasury)).toBe(before);

    await test.step('the same wallet pays once it is on the product’s chain', async () => {
      wallet.rpcUrl = stack.product.chain.rpcUrl;
      await paymentDialog(page).getByRole('button', { name: 'Try Again' }).click();
      await paymentDialog(page).getByRole('button', { name: 'Pay Entry Fee' }).click();
      await expect(page).toHaveURL(/\/my-team$/, { timeout: 45_000 });
      expect(wallet.count('eth_sendTransaction')).toBe(1);
    });
  });
});
