import { type Browser, expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../src/accessibility.ts';
import { demoAccount } from '../src/demo-players.ts';
import { signIn } from '../src/demo-wallet.ts';
import {
  chooseSeason,
  createTeam,
  footballOf,
  holdJoin,
  moveFootball,
  payFee,
  paymentDialog,
  sendRequest,
  withoutBlocks,
} from '../src/payments.ts';
import { test } from '../src/product.ts';

const FEE = 500n * 10n ** 18n;

const teams = (page: Page) => page.getByRole('list', { name: 'Teams' }).getByRole('listitem');

/** Accounts may have teams in free games of other tests too. */
async function expectSeasonTeam(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/my-team$/);
  await expect(teams(page).filter({ hasText: '500 FOOTBALL' })).toHaveCount(1);
}

test('PAY-01 PAY-02 PAY-04 PAY-05 PAY-08 BUILD-06 a season entry is paid and confirmed on the chain', async ({
  page,
  stack,
}) => {
  const { chain } = stack.product;
  await signIn(page, 'Ozzie Thorne');
  const before = await footballOf(stack.product, chain.treasury);
  await chooseSeason(page);
  await createTeam(page);

  await test.step('PAY-02 PAY-03 the dialog shows what is paid for', async () => {
    await expect(paymentDialog(page)).toContainText('500 FOOTBALL');
    await expect(paymentDialog(page)).toContainText("0x3c44...93bc's Team");
    await expect(paymentDialog(page)).toContainText(/In your wallet\s*[\d,.]+ FOOTBALL/);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await paymentDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(paymentDialog(page)).toBeHidden();
    expect(await footballOf(stack.product, chain.treasury)).toBe(before);
  });

  await test.step('no fee can be paid in a dialog that is closing', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.getByRole('button', { name: 'Create Team' }).click();
    const payButton = paymentDialog(page).getByRole('button', { name: 'Pay Entry Fee' });
    await payButton.click({ trial: true });
    const pay = await payButton.elementHandle();
    const pressable = await paymentDialog(page)
      .getByRole('button', { name: 'Cancel' })
      .evaluate(async (cancel: HTMLElement, button) => {
        const canPress = () => {
          const { x, y, width, height } = button!.getBoundingClientRect();
          return button!.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        };
        const open = canPress();
        cancel.click();
        const closing = new Set<boolean>();
        while (button!.isConnected) {
          await new Promise(requestAnimationFrame);
          if (button!.isConnected) closing.add(canPress());
        }
        return { open, closing: [...closing] };
      }, pay);
    expect(pressable).toEqual({ open: true, closing: [false] });
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  const join = await holdJoin(page);
  await test.step('PAY-04 the wallet request is exactly the fee, to the treasury', async () => {
    await page.getByRole('button', { name: 'Create Team' }).click();
    await paymentDialog(page).getByRole('button', { name: 'Pay Entry Fee' }).click();
    await expect(
      paymentDialog(page).getByText('Please confirm the transaction in your wallet'),
    ).toBeVisible();
    await expect(paymentDialog(page).getByText(/^Your seat is held for 2:\d\d$/)).toBeVisible();
    await expect(sendRequest(page, '500')).toContainText(new RegExp(chain.treasury, 'i'));
    await withoutBlocks(stack.product, async () => {
      await sendRequest(page, '500').getByRole('button', { name: 'Approve' }).click();
      await expect(paymentDialog(page).getByText('Waiting for wallet confirmation...')).toBeVisible();
    });
  });

  await test.step('PAY-05 the chain confirms it and the team is in', async () => {
    await expect(paymentDialog(page).getByText('Payment Successful! Creating your team...')).toBeVisible();
    await expect(paymentDialog(page).getByText(/^0x[0-9a-f]{4}\.\.\.[0-9a-f]{4}$/)).toBeVisible();
    join();
    await expectSeasonTeam(page);
    expect((await footballOf(stack.product, chain.treasury)) - before).toBe(FEE);
  });

  await test.step('CHOOSE-13 the season is joined, and cannot be joined twice', async () => {
    await page.goto('/choose-game');
    await expect(page.getByRole('button', { name: 'Joined' })).toBeDisabled();
  });
});

test('PAY-06 PAY-11 a rejected payment is repeated; a reload during it continues without paying twice', {
  tag: '@desktop',
}, async ({ page, stack }) => {
  const { chain } = stack.product;
  await signIn(page, 'Priya Lowell');
  const before = await footballOf(stack.product, chain.treasury);
  await chooseSeason(page);
  await createTeam(page);

  await test.step('PAY-11 a rejected transfer', async () => {
    await paymentDialog(page).getByRole('button', { name: 'Pay Entry Fee' }).click();
    await sendRequest(page, '500').getByRole('button', { name: 'Reject' }).click();
    await expect(
      paymentDialog(page).getByRole('heading', { name: 'Nothing was paid. Your team is still here.' }),
    ).toBeFocused();
    for (const text of ['Payment Failed', 'There was an issue processing your payment'])
      await expect(paymentDialog(page).getByText(text, { exact: true })).toBeVisible();
    await expect(paymentDialog(page).getByText('Transaction Cancelled')).toBeVisible();
    await expect(
      paymentDialog(page).getByText('Transaction was cancelled. You can try again when ready.'),
    ).toBeVisible();
    for (const name of ['Clear', 'Close'])
      await expect(paymentDialog(page).getByRole('button', { name, exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await paymentDialog(page).getByRole('button', { name: 'Try Again' }).click();
    expect(await footballOf(stack.product, chain.treasury)).toBe(before);
  });

  await withoutBlocks(stack.product, async () => {
    await payFee(page, '500');
    await expect(paymentDialog(page).getByText('Waiting for wallet confirmation...')).toBeVisible();
    await page.reload();
    await expect(paymentDialog(page).getByText('Payment being confirmed')).toBeVisible();
    await expect(paymentDialog(page).getByText('You do not need to pay again.')).toBeVisible();
    await expectAccessible(page);
    await paymentDialog(page).getByRole('button', { name: 'Go to My Teams' }).click();
    await expect(page.getByRole('list', { name: 'Payments' })).toContainText('Payment being confirmed');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
  await expect(page.getByRole('list', { name: 'Payments' })).toBeHidden();
  await expectSeasonTeam(page);
  expect((await footballOf(stack.product, chain.treasury)) - before).toBe(FEE);
});

test('PAY-10 PAY-12 a wallet with too little FOOTBALL learns what is missing before it is prompted, and pays once it has enough', {
  tag: '@desktop',
}, async ({ page, stack: { product } }) => {
  const [lender, { address }] = [demoAccount(product, 0).address, demoAccount(product, 5)];
  // Leaves one FOOTBALL less than the fee.
  const lent = (await footballOf(product, address)) - FEE + 10n ** 18n;
  await moveFootball(product, address, lender, lent);
  await signIn(page, 'Tilda Voss');
  await chooseSeason(page);
  await createTeam(page);

  await test.step('PAY-12 the dialog names the FOOTBALL that is missing', async () => {
    await paymentDialog(page).getByRole('button', { name: 'Pay Entry Fee' }).click();
    await expect(paymentDialog(page).getByRole('heading', { name: 'Insufficient Balance' })).toBeVisible();
    await expect(paymentDialog(page)).toContainText(
      'You need 500 FOOTBALL tokens for this. Your wallet has 499 FOOTBALL.',
    );
    await expect(paymentDialog(page)).toContainText('INSUFFICIENT_FUNDS');
    await expect(sendRequest(page, '500')).toBeHidden();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  await moveFootball(product, lender, address, lent);
  await paymentDialog(page).getByRole('button', { name: 'Try Again' }).click();
  await payFee(page, '500');
  await expectSeasonTeam(page);
});

/** A visit in another browser. */
async function visit(browser: Browser, url: string, act: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: url });
  await act(await context.newPage());
  await context.close();
}

test('a browser closed before the confirmation: the team is there later', { tag: '@desktop' }, async ({
  browser,
  stack,
}) => {
  await visit(browser, stack.url, async (page) => {
    await signIn(page, 'Hugo Marsh');
    await chooseSeason(page);
    await createTeam(page);
    await withoutBlocks(stack.product, async () => {
      await payFee(page, '500');
      await expect(paymentDialog(page).getByText('Waiting for wallet confirmation...')).toBeVisible();
      await page.close();
    });
  });
  await visit(browser, stack.url, async (page) => {
    await signIn(page, 'Hugo Marsh');
    await page.goto('/my-team');
    await expect(teams(page)).toHaveCount(1);
    await expectSeasonTeam(page);
  });
});
