import { expect } from '@playwright/test';
import { getGame } from '@touchline/api/http/games';
import { joinFree } from '@touchline/local-stack/demo-data/join-and-stake';
import { endGame, fundPrizes, pushPrizes, waitForPrizes } from '@touchline/local-stack/demo-data/pay-prizes';
import { signInManagers } from '@touchline/local-stack/demo-data/sign-in-managers';
import { demoClient, nextWeekly } from '../src/demo-players.ts';
import { footballOf, tokensOf } from '../src/payments.ts';
import { claimAlone, correctPoints, playCup, prizeIn, waitUntilFinal } from '../src/prizes.ts';
import { test } from '../src/product.ts';

// A separate product, whose reviews are short.
test.use({ productEnv: { games: { PRIZE_REVIEW_MINUTES: '0.3' } } });

const TOKEN = 10n ** 18n;
const FIELD = 5;
const SEATS = 20;

test('a weekly game and a tournament pay every prize once, after a correction in the review moved one', async ({
  stack: { product },
}) => {
  test.setTimeout(300_000);
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
    await waitForPrizes(product, weekly, ['SETTLED']);
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
    await waitForPrizes(product, cup, ['SETTLED']);
    const { game } = await admin.request(getGame, { params: { id: cup.id } });
    expect(game.prizes.table.map(({ amount }) => BigInt(amount) / TOKEN)).toEqual([
      8000n,
      5000n,
      3000n,
      2400n,
      1600n,
    ]);
  });

  await fundPrizes(product, admin, [weekly, cup]);
  await waitForPrizes(product, cup, ['FUNDED']);
  const won = await Promise.all(managers.map((manager) => prizeIn(manager, cup)));
  expect(won.reduce((sum, prize) => sum + BigInt(prize?.amount ?? 0), 0n)).toBe(20_000n * TOKEN);
  const before = await Promise.all(managers.map(({ payer }) => footballOf(product, payer.account.address)));

  await test.step('one winner claims alone, and the treasury pays the others', async () => {
    const best = won.findIndex((prize) => prize?.rank === 1);
    await claimAlone(product, managers[best]!, won[best]!);
    await pushPrizes(product, admin, cup);
    await pushPrizes(product, admin, weekly);
    await waitForPrizes(product, cup, ['PAID']);
    await waitForPrizes(product, weekly, ['PAID']);
  });

  const after = await Promise.all(managers.map(({ payer }) => footballOf(product, payer.account.address)));
  expect(after.map((balance, n) => balance - before[n]!)).toEqual(
    won.map((prize) => BigInt(prize?.amount ?? 0)),
  );
  expect(await footballOf(product, product.chain.vault)).toBe(0n);
  const wld = await Promise.all(
    field.map(({ payer }) => tokensOf(product, weekly.prizes.token.address, payer.account.address)),
  );
  expect(wld).toEqual([130n, 35n, 35n, 0n, 0n].map((tokens) => tokens * TOKEN));
});
