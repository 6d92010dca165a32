import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { signIn } from '../src/demo-wallet.ts';
import { openFromHeader } from '../src/navigation.ts';
import { footballOf, moveFootball, withoutBlocks } from '../src/payments.ts';
import { type Stack, test } from '../src/product.ts';

test.describe.configure({ mode: 'serial' });

const TOKEN = 10n ** 18n;
const PLAYERS = [4, 5, 6];
const address = ({ product }: Stack, index: number) => product.chain.accounts[index]?.address ?? '';
const payouts = (page: Page) => page.getByRole('region', { name: 'Payouts' });
const confirmed = (page: Page) => payouts(page).getByRole('cell').getByText('CONFIRMED');

/** Players send less than the least stake, which is due for a refund from the staking wallet. */
async function createRefunds(stack: Stack, tokens: bigint): Promise<void> {
  const { product } = stack;
  for (const player of PLAYERS)
    await moveFootball(product, address(stack, player), product.chain.stakingWallet, tokens * TOKEN);
}

const readBalances = (stack: Stack) =>
  Promise.all(PLAYERS.map((player) => footballOf(stack.product, address(stack, player))));

async function openMoney(page: Page): Promise<void> {
  await signIn(page, 'Gaffer (admin)');
  await openFromHeader(page, 'Admin');
  await page.getByRole('radiogroup', { name: 'Section' }).getByText('Money', { exact: true }).click();
}

async function paySelected(page: Page): Promise<void> {
  const all = page.getByLabel(`All ${PLAYERS.length} payable on this page`);
  await all.check({ timeout: 60_000 });
  await page.getByRole('button', { name: `Pay selected (${PLAYERS.length})` }).click();
}

const inTheWallet = (page: Page) =>
  page.getByRole('dialog', { name: `Send ${PLAYERS.length} transactions?` });

test('an admin pays several refunds with one confirmation in the wallet', async ({ page, stack }) => {
  await createRefunds(stack, 500n);
  const before = await readBalances(stack);
  await openMoney(page);
  await paySelected(page);
  await expect(inTheWallet(page)).toContainText('500 FOOTBALL');
  await expectAccessible(page);
  await inTheWallet(page).getByRole('button', { name: 'Approve' }).click();
  await expect(confirmed(page)).toHaveCount(PLAYERS.length, { timeout: 60_000 });
  expect(await readBalances(stack)).toEqual(before.map((balance) => balance + 500n * TOKEN));
});

test('a batch that was confirmed right before a reload resumes and pays no payout twice', async ({
  page,
  stack,
}) => {
  await createRefunds(stack, 300n);
  const before = await readBalances(stack);
  await openMoney(page);
  await page.getByLabel('State').selectOption('DUE');
  await paySelected(page);
  await page.route('**/report', (route) => route.abort());
  await withoutBlocks(stack.product, async () => {
    await inTheWallet(page).getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText(`Waiting for ${PLAYERS.length} transfers`)).toBeVisible();
    await page.reload();
  });
  await page.unroute('**/report');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByLabel('State').selectOption('');
  await expect(confirmed(page)).toHaveCount(2 * PLAYERS.length, { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Resume' })).toBeHidden();
  expect(await readBalances(stack)).toEqual(before.map((balance) => balance + 300n * TOKEN));
});

test('a batch that the admin declines leaves its payouts payable', async ({ page, stack }) => {
  await createRefunds(stack, 200n);
  await openMoney(page);
  await page.getByLabel('State').selectOption('DUE');
  await paySelected(page);
  await inTheWallet(page).getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText(/^Transaction was cancelled/)).toBeVisible();
  await expect(page.getByLabel(`All ${PLAYERS.length} payable on this page`)).toBeEnabled();
});

test('the overview shows what both wallets have and owe', async ({ page }) => {
  await openMoney(page);
  await page.getByRole('radiogroup', { name: 'Section' }).getByText('Overview', { exact: true }).click();
  const staking = page.getByRole('region', { name: 'Staking wallet' });
  await expect(staking.getByText('600 FT').first()).toBeVisible();
  await expect(staking.getByText('Funded')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Treasury' })).toBeVisible();
  await expectAccessible(page);
});
