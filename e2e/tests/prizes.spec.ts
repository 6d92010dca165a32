import { expect } from '@playwright/test';
import { getGame } from '@touchline/api/http/games';
import { joinFree } from '@touchline/local-stack/demo-data/join-and-stake';
import { endGame, fundPrizes, pushPrizes, waitForPrizes } from '@touchline/local-stack/demo-data/pay-prizes';
import { signInManagers } from '@touchline/local-stack/demo-data/sign-in-managers';
import { chainAccount } from '@touchline/local-stack/dependencies/accounts';
import { SERVICES } from '@touchline/local-stack/supervisor/services';
import { expectAccessible } from '../src/accessibility.ts';
import { demoClient, nextWeekly } from '../src/demo-players.ts';
import { signIn } from '../src/demo-wallet.ts';
import { footballOf } from '../src/payments.ts';
import {
  correctPoints,
  endReview,
  expectWrongAccount,
  openFunding,
  playCup,
  prizeIn,
  prizeOf,
  requestClaim,
  waitUntilFinal,
} from '../src/prizes.ts';
import { test } from '../src/product.ts';
import { runCommand } from '../src/run-command.ts';
import { serveTampered, type Tampering } from '../src/tampered-result.ts';

const ADMIN_WALLETS = [0, 1].map((n) => chainAccount(n).address).join(',');
const TWO_ADMINS = Object.fromEntries(SERVICES.map(({ name }) => [name, { ADMIN_WALLETS }]));
/** Less than the pool of the tournament, more than that of the weekly game. */
const APPROVAL_ABOVE = '1000 FOOTBALL, 1000 WLD';

// A separate product, with two administrators and reviews that the test ends.
test.use({
  productEnv: {
    ...TWO_ADMINS,
    games: {
      ADMIN_WALLETS,
      PRIZE_REVIEW_MINUTES: '30',
      PRIZE_APPROVAL_ABOVE: APPROVAL_ABOVE,
      PRIZE_FUNDING_APPROVAL_ABOVE: APPROVAL_ABOVE,
    },
  },
});

const TOKEN = 10n ** 18n;
const FIELD = 5;
const SEATS = 20;

/** Changes of a result, with the field that the verification names. */
const TAMPERED: readonly [RegExp, Tampering][] = [
  [
    /gameweeks\.\d+\.points is/,
    { entry: ({ gameweeks: [first] }) => Object.assign(first!, { points: first!.points + 1 }) },
  ],
  [/entry \d+: /, { entry: ({ lineups: [first] }) => void first!.field.splice(10, 1, first!.field[9]!) }],
  [/rank is 2, computed 1/, { entry: (entry) => Object.assign(entry, { rank: 2 }) }],
  [/amount is/, { entry: (entry) => Object.assign(entry, { amount: String(BigInt(entry.amount) + 1n) }) }],
  [/result: podium\.0 is/, { document: ({ podium }) => void podium.reverse() }],
  [
    /^This result was computed with version 2 of the rules/m,
    { document: (each) => void Object.assign(each, { rules_version: '2' }) },
  ],
];

test('a weekly game and a tournament pay every prize once, after a correction in the review moved one', async ({
  browser,
  page,
  stack: { product },
}) => {
  test.setTimeout(420_000);
  const admin = await demoClient(product, 0);
  const managers = await signInManagers(product, SEATS);
  const weekly = await nextWeekly(product);
  const gameweek = weekly.first_gameweek;
  expect(weekly.prizes).toMatchObject({ guarantee: String(200n * TOKEN), token: { symbol: 'WLD' } });
  const field = managers.slice(0, FIELD);
  const { team_name: _, ...lineup } = managers[0]!.team;
  // Equal teams: without a correction all of them tie.
  const entries = await Promise.all(
    field.map((manager, n) => joinFree({ ...manager, team: { ...lineup, team_name: `Twin ${n}` } }, weekly)),
  );
  const { cup, entries: cupEntries } = await playCup({ product, admin }, gameweek, managers);
  await product.replay.advance({ to: { gameweek, phase: 'checked' } });
  await waitUntilFinal(managers[0]!, entries[0]!, gameweek);
  await waitUntilFinal(managers[0]!, cupEntries[0]!, gameweek);
  await endGame(admin, weekly);
  await endGame(admin, cup);

  await test.step('two entries tie over the last paid place after a correction', async () => {
    await waitForPrizes(product, weekly, ['REVIEW']);
    for (const [n, points] of [50, 10, 10].entries()) await correctPoints(admin, entries[n]!, points);
    await endReview(product, weekly);
    const prizes = await Promise.all(field.map((manager) => prizeIn(manager, weekly)));
    expect(prizes.map((prize) => prize && [prize.rank, BigInt(prize.amount) / TOKEN])).toEqual([
      [1, 130n],
      [2, 35n],
      [2, 35n],
      undefined,
      undefined,
    ]);
    await expect(correctPoints(admin, entries[4]!, 90)).rejects.toMatchObject({ code: 'PRIZES_SETTLED' });
  });

  await test.step('the pool of the tournament is its entry fees', async () => {
    await endReview(product, cup);
    const { game } = await admin.request(getGame, { params: { id: cup.id } });
    expect(game.prizes.table.map(({ amount }) => BigInt(amount) / TOKEN)).toEqual([
      8000n,
      5000n,
      3000n,
      2400n,
      1600n,
    ]);
  });

  await test.step('above the limit a second administrator approves the funding before the first one sends it', async () => {
    await signIn(page, 'Nell Fairbank');
    await expectWrongAccount(page, weekly);
    await fundPrizes(product, admin, [weekly]);
    await expect(fundPrizes(product, admin, [cup])).rejects.toMatchObject({ code: 'CHANGE_REFUSED' });
    const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' });
    const treasurer = await context.newPage();
    await signIn(treasurer, 'Gaffer (admin)');
    const funding = await openFunding(treasurer, cup);
    await expect(funding).toContainText('Two administrators are needed');
    await expect(funding.getByRole('button', { name: /^Fund / })).toBeHidden();
    const approval = await openFunding(page, cup);
    await approval.getByLabel('Reason').fill('The result is correct');
    await approval.getByRole('button', { name: 'Approve funding' }).click();
    await expect(approval).toContainText('Another administrator has to send it.');
    await expect(approval.getByRole('button', { name: /^Fund / })).toBeHidden();
    await (await openFunding(treasurer, cup)).getByRole('button', { name: 'Fund 20,000 FOOTBALL' }).click();
    const wallet = treasurer.getByRole('dialog', { name: 'Send 2 transactions?' });
    await wallet.getByRole('button', { name: 'Approve' }).click();
    await waitForPrizes(product, cup, ['FUNDED']);
    await context.close();
  });

  await waitForPrizes(product, cup, ['FUNDED']);
  const won = await Promise.all(managers.map((manager) => prizeIn(manager, cup)));
  expect(won.reduce((sum, prize) => sum + BigInt(prize?.amount ?? 0), 0n)).toBe(20_000n * TOKEN);
  const before = await Promise.all(managers.map(({ payer }) => footballOf(product, payer.account.address)));

  const wldOf = (n: number) =>
    footballOf(product, managers[n]!.payer.account.address, weekly.prizes.token.address);

  await test.step('the winner claims in My Teams, also after a rejected signature and a reload', async () => {
    const declined = await requestClaim(page, weekly, 130n);
    await declined.getByRole('button', { name: 'Reject' }).click();
    await expect(prizeOf(page, weekly).getByRole('alert')).toContainText('Transaction was cancelled');
    expect(await wldOf(0)).toBe(0n);
    const wallet = await requestClaim(page, weekly, 130n);
    await expect(wallet).toContainText(managers[0]!.payer.account.address.toLowerCase());
    await wallet.getByRole('button', { name: 'Approve' }).click();
    await expect(wallet).toBeHidden();
    await page.reload();
    await expect(prizeOf(page, weekly)).toContainText(/Paid/, { timeout: 60_000 });
    await expect(prizeOf(page, weekly).getByRole('button', { name: /^Claim / })).toBeHidden();
    await expectAccessible(page);
    expect(await wldOf(0)).toBe(130n * TOKEN);
  });

  await test.step('only one of two pages sends the claim', async () => {
    const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' });
    const [first, second] = [await context.newPage(), await context.newPage()];
    await signIn(first, 'Ozzie Thorne');
    const wallet = await requestClaim(first, weekly, 35n);
    await expect(wallet).toBeVisible();
    await second.goto('/my-team');
    const claim = prizeOf(second, weekly).getByRole('button', { name: /^Claim / });
    await claim.click();
    await expect(prizeOf(second, weekly).getByRole('alert')).toContainText('in another tab of this browser');
    await wallet.getByRole('button', { name: 'Approve' }).click();
    for (const each of [first, second])
      await expect(prizeOf(each, weekly)).toContainText(/Paid/, { timeout: 60_000 });
    expect(await wldOf(1)).toBe(35n * TOKEN);
    await context.close();
  });

  await test.step('the treasury pays the others', async () => {
    await pushPrizes(product, admin, cup);
    await pushPrizes(product, admin, weekly);
    await waitForPrizes(product, cup, ['PAID']);
    await waitForPrizes(product, weekly, ['PAID']);
  });

  await test.step('the reserves show what the wallets hold and owe in each token', async () => {
    await page.goto('/reserves');
    await expect(page.getByText('The balances cover everything that is owed.')).toBeVisible();
    for (const symbol of ['FOOTBALL', 'WLD'])
      await expect(
        page
          .getByRole('table', { name: `Table of reserves in ${symbol}` })
          .getByRole('row', { name: /Prize vault/ }),
      ).toBeVisible();
  });

  await test.step('the published results are correct, and every change of one is found', async () => {
    for (const { id } of [weekly, cup])
      expect(await runCommand('verify-result', product.url, id)).toMatchObject({
        code: 0,
        output: expect.stringMatching(
          /prizes and root are correct; entries checked: \d+\n.*has this root and total/,
        ),
      });
    for (const [field, change] of TAMPERED) {
      const server = await serveTampered(product.url, change);
      const { code, output } = await runCommand('verify-result', server.url, weekly.id);
      server.stop();
      expect({ code, output }).toMatchObject({ code: 1, output: expect.stringMatching(field) });
    }
  });

  const after = await Promise.all(managers.map(({ payer }) => footballOf(product, payer.account.address)));
  expect(after.map((balance, n) => balance - before[n]!)).toEqual(
    won.map((prize) => BigInt(prize?.amount ?? 0)),
  );
  expect(await footballOf(product, product.chain.vault)).toBe(0n);
  const wld = await Promise.all(field.map((_, n) => wldOf(n)));
  expect(wld).toEqual([130n, 35n, 35n, 0n, 0n].map((tokens) => tokens * TOKEN));
});
