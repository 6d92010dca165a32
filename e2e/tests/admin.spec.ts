import { expect, type Locator, type Page } from '@playwright/test';
import {
  getAdminParticipation,
  listAdminParticipations,
  updateAdminParticipation,
} from '@touchline/api/http/admin-entries';
import { login } from '@touchline/api/http/auth';
import { createTournament } from '@touchline/api/http/games';
import { remotes } from '@touchline/api/http/remotes';
import { expectAccessible, expectNoSidewaysScroll } from '../src/accessibility.ts';
import { ageSignIn } from '../src/age-sign-ins.ts';
import { demoClient, nextWeekly } from '../src/demo-players.ts';
import { signIn, signMessage } from '../src/demo-wallet.ts';
import { openFromHeader } from '../src/navigation.ts';
import { createTeam, footballOf, payFee, sendRequest } from '../src/payments.ts';
import { type Stack, testOfNextGame as test } from '../src/product.ts';

test.describe.configure({ mode: 'serial' });

const ADMIN = { name: 'Gaffer (admin)', index: 0 };
const PLAYER = { name: 'Priya Lowell', index: 3 };
const CUP = 'Snow Cup';
const FEE = 1000n * 10n ** 18n;
/** Address of the refund in the explorer. */
let paid = '';
const balance = ({ product }: Stack) =>
  footballOf(product, product.chain.accounts[PLAYER.index]?.address ?? '');

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const section = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Section' }).getByText(name, { exact: true }).click();

async function openDashboard(page: Page): Promise<void> {
  await signIn(page, ADMIN.name);
  await openFromHeader(page, 'Admin');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
}

/**
 * Delays the new session of the next sign-in until a request of another tab has been rejected: the server has already ended the previous
 * one. Returns the other tab.
 */
async function delayNextSession(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto('/staking');
  await expect(other.getByRole('link', { name: 'Admin', exact: true })).toBeVisible();
  await page.route(`**/api${login.path}`, async (route) => {
    const response = await route.fetch();
    if (route.request().postDataJSON().signature) {
      const rejected = other.waitForResponse((each) => each.status() === 401);
      await other.reload();
      await rejected;
    }
    await route.fulfill({ response });
  });
  return other;
}

/** Expects that another tab does not resume the payout that is being sent. */
async function expectOtherTabWaits(page: Page): Promise<void> {
  const other = await page.context().newPage();
  await other.goto('/admin?section=money');
  await other.getByRole('button', { name: 'Resume' }).click();
  await expect(other.getByText(/^Payouts or prizes are already being sent/)).toBeVisible();
  await other.close();
}

/** Another device of the admin changes the only entry. */
async function renameEntry({ product }: Stack, team_name: string): Promise<void> {
  const client = await demoClient(product, ADMIN.index);
  const { participations } = await client.request(listAdminParticipations, { query: { search: CUP } });
  const params = { id: participations[0]?.id ?? '' };
  const { version } = (await client.request(getAdminParticipation, { params })).participation;
  await client.request(updateAdminParticipation, { params, version, body: { team_name } });
}

test('ADMIN-02 SHELL-05 guests and players get neither the dashboard nor its files', async ({
  page,
  stack,
}) => {
  const client = await demoClient(stack.product, ADMIN.index);
  const offered = (await client.request(remotes)).remotes.find(({ name }) => name === 'mf-admin');
  expect(offered).toBeDefined();
  await page.goto('/admin');
  await expect(page.getByText('Please connect your wallet to access the admin panel.')).toBeVisible();
  await expectAccessible(page);
  await signIn(page, PLAYER.name);
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0);
  await page.goto('/admin');
  await expect(page.getByText('Access denied. This page is restricted to admin wallets only.')).toBeVisible();
  const statuses = await page.evaluate(
    async (manifest) => [
      (await fetch(manifest)).status,
      JSON.stringify(await (await fetch('/api/remotes')).json()).includes('mf-admin'),
    ],
    offered?.manifest ?? '',
  );
  expect(statuses).toEqual([404, false]);
});

test('a player pays for a tournament', async ({ page, stack }) => {
  const client = await demoClient(stack.product, ADMIN.index);
  const { start_time } = await nextWeekly(stack.product);
  const body = { game_type: 'TOURNAMENT' as const, name: CUP, entry_fee: '1000' };
  await client.request(createTournament, { body: { ...body, start_time, end_time: start_time } });
  await signIn(page, PLAYER.name);
  await page.goto('/choose-game');
  await page.getByRole('button', { name: /^(Select Tournament|See all tournaments)$/ }).click();
  const card = page.getByRole('list', { name: 'Tournaments' }).getByRole('listitem').filter({ hasText: CUP });
  await card.getByRole('button', { name: 'Join' }).click();
  const before = await balance(stack);
  await createTeam(page);
  await payFee(page, '1,000');
  await expect(page).toHaveURL(/\/my-team$/);
  expect(before - (await balance(stack))).toBe(FEE);
});

test('ADMIN-31 an admin edits the entry, and cancels the game with its refund', async ({ page, stack }) => {
  await openDashboard(page);
  await expectAccessible(page);

  await test.step('ADMIN-22 an edit is in the list and in the audit log; one that crosses another is kept', async () => {
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
    const edit = dialog(page, 'Edit Game Participation');
    await edit.getByLabel('Team Name').fill('Snowballers');
    await expectAccessible(page);
    await renameEntry(stack, 'Snowed Under');
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expect(edit.getByText(/^Team Name: was .*, is now Snowed Under$/)).toBeVisible();
    await expect(edit.getByLabel('Team Name')).toHaveValue('Snowballers');
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog(page, 'Game Participation Details')).toContainText('Snowballers');
  });

  await test.step('ADMIN-10 "Close details" only closes the dialog', async () => {
    await page.getByRole('button', { name: 'Close details' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('cell', { name: 'Snowballers', exact: true })).toBeVisible();
    await section(page, 'Audit log');
    await expect(page.getByRole('row').filter({ hasText: 'ENTRY_EDITED' }).first()).toContainText(
      '→ Snowballers',
    );
    await section(page, 'Records');
  });

  await test.step('ADMIN-03 the card "Staking Records" opens its table', async () => {
    await page.getByRole('button', { name: /^Staking Records/ }).click();
    await expect(page.getByPlaceholder('Search by wallet, amount, status...')).toBeVisible();
  });

  await test.step('the game is found and cancelled, after a new sign-in, with what becomes due', async () => {
    await ageSignIn(page, stack.product);
    await page.getByRole('tab', { name: 'Games' }).click();
    await page.getByRole('searchbox').fill('snow');
    await page.getByRole('button', { name: `View ${CUP}` }).click();
    const game = dialog(page, 'Game Details');
    await game.getByRole('button', { name: 'Cancel game' }).click();
    await expect(game.getByText(/^1 refund will be due, 1,000 FT in total\./)).toBeVisible();
    await game.getByLabel('Reason').fill('Frozen pitches');
    const other = await delayNextSession(page);
    await game.getByRole('button', { name: 'Cancel game permanently' }).click();
    await signMessage(page);
    await expect(game.getByText('Permanently cancelled')).toBeVisible();
    await expect(other.getByRole('link', { name: 'Admin', exact: true })).toBeVisible();
    await expect(other).toHaveURL(/\/staking$/);
    await other.close();
    await expectAccessible(page);
  });
});

test('the admin pays the refund from the dashboard, and the player has it', async ({ page, stack }) => {
  await openDashboard(page);
  await page.setViewportSize({ width: 768, height: 900 });
  const before = await balance(stack);
  await section(page, 'Money');
  const row = page.getByRole('row').filter({ hasText: CUP });
  await row.getByRole('button', { name: 'Pay' }).click({ timeout: 60_000 });
  const request = sendRequest(page, '1,000');
  await expect(request).toBeVisible();
  await expectOtherTabWaits(page);
  await request.getByRole('button', { name: 'Approve' }).click();
  await expect(row.getByText('CONFIRMED')).toBeVisible({ timeout: 60_000 });
  await expect(row.getByRole('link', { name: /^0x/ })).toHaveAttribute('href', /\/tx\/0x[0-9a-f]{64}$/);
  expect((await balance(stack)) - before).toBe(FEE);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  paid = (await row.getByRole('link', { name: /^0x/ }).getAttribute('href')) ?? '';
});

test('the overview fits a phone, which scrolls to the chosen section', async ({ page }) => {
  await openDashboard(page);
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto('/admin?section=overview');
  await expect(page.getByRole('radiogroup', { name: 'Time', exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto('/admin?section=system');
  const sections = page.getByRole('radiogroup', { name: 'Section' });
  const chosen = sections.locator('label').filter({ hasText: /^System$/ });
  const rightOf = async () => {
    const { x, width } = (await chosen.boundingBox()) ?? { x: 320, width: 0 };
    return x + width;
  };
  await expect.poll(rightOf).toBeLessThan(320);
  const leftOf = async (each: Locator) => (await each.boundingBox())?.x ?? 0;
  const highlight = sections.locator('> [class*="indicator"]');
  await expect.poll(async () => (await leftOf(chosen)) - (await leftOf(highlight))).toBeCloseTo(0, 0);
});

test('on a phone the name of a row stays visible while its table scrolls', async ({ page }) => {
  await openDashboard(page);
  await page.setViewportSize({ width: 320, height: 740 });
  const left = async (each: Locator) => Math.round((await each.boundingBox())?.x ?? Number.NaN);
  for (const [path, label, column] of [
    ['/admin', 'Table of game participations', 'Team Name'],
    ['/admin?section=money', 'Table of payouts', 'To'],
    ['/admin?section=audit', 'Changes', 'When'],
  ] as const) {
    await page.goto(path);
    const table = page.getByRole('region', { name: label });
    await table.evaluate((each) => each.scrollTo({ left: each.scrollWidth }));
    expect(await table.evaluate((each) => each.scrollLeft)).toBeGreaterThan(0);
    const head = table.getByRole('columnheader', { name: column });
    const moved = async () => Math.abs((await left(head)) - (await left(table)));
    await expect.poll(moved).toBeLessThanOrEqual(1);
  }
});

test('the player sees the refund with its transaction', async ({ page }) => {
  await signIn(page, PLAYER.name);
  await page.goto('/my-team');
  const refund = page.getByRole('list', { name: 'Refunds' });
  await expect(refund).toContainText('You got 1,000 FOOTBALL back: the game was cancelled.');
  await expect(refund.getByRole('link')).toHaveAttribute('href', paid);
  await page.getByRole('button', { name: `View ${CUP}` }).click();
  await expect(page).toHaveURL(/\/team-view\//);
  await expect(refund.getByRole('link')).toHaveAttribute('href', paid);
  await expectAccessible(page);
});
