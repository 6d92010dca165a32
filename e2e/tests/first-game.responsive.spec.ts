import { expect, type Page } from '@playwright/test';
import { getParticipation, myParticipations } from '@touchline/api/http/entries';
import { signedInClient } from '@touchline/local-stack/clients/signed-in';
import type { Product } from '@touchline/local-stack/product';
import { demoAccount } from '../src/demo-players.ts';
import { signIn } from '../src/demo-wallet.ts';
import { openFromHeader, withMenu } from '../src/navigation.ts';
import { expectNotReloaded, markPage } from '../src/no-reload.ts';
import { test } from '../src/product.ts';
import { playToLastKickoff } from '../src/replay.ts';

test.describe.configure({ mode: 'serial' });

const earned = (page: Page) =>
  page
    .getByRole('list', { name: 'Teams' })
    .locator('dt', { hasText: 'Earned' })
    .locator('xpath=following-sibling::dd');

test('SHELL-09 AUTH-01 CHOOSE-06 BUILD-06 a new player joins this week and watches points arrive', async ({
  page,
  stack,
}) => {
  await test.step('HOME-07 HOME-05 a guest connects, signs and is welcomed', async () => {
    await page.goto('/');
    await expect(page.getByText('Connect your wallet to get started')).toBeVisible();
    await signIn(page, 'Nell Fairbank');
    expect(await page.evaluate(() => Boolean(localStorage.getItem('auth_token')))).toBe(true);
  });

  await test.step('CHOOSE-02 CHOOSE-09 the chooser shows the weekly game and its countdown', async () => {
    await page.getByRole('button', { name: 'Start Playing Now' }).click();
    await expect(page).toHaveURL(/\/choose-game$/);
    const weekly = page
      .getByRole('list', { name: 'Games', exact: true })
      .getByRole('listitem')
      .filter({ hasText: 'Weekly' });
    await expect(weekly.getByText('200 WLD').first()).toBeVisible();
    // SHELL-09: three kinds of games, and staking.
    for (const kind of ['Season', 'Weekly', 'Tournament'])
      await expect(page.getByRole('heading', { name: kind, exact: true })).toBeVisible();
    await withMenu(page, () =>
      expect(page.getByRole('link', { name: 'Staking', exact: true }).filter({ visible: true })).toHaveCount(
        1,
      ),
    );
    await expect(weekly.getByRole('timer', { name: 'Game starts in' })).toBeVisible();
    await weekly.getByRole('button', { name: 'Join' }).click();
    await expect(page).toHaveURL(/\/team-build$/);
  });

  await test.step('BUILD-12 Random Pick fills the team within the budget', async () => {
    await expect(page.getByText('Free Entry')).toBeVisible();
    await page.getByRole('button', { name: 'Random Pick' }).click();
    await expect(page.getByText('11/11 on field')).toBeVisible();
    await expect(page.getByText('15/15')).toBeVisible();
  });

  await test.step('BUILD-26 BUILD-22 the player changes the formation and the armbands', async () => {
    await page.getByRole('button', { name: '4-4-2' }).first().click();
    await page.getByRole('combobox', { name: /^Captain/ }).selectOption({ index: 9 });
    await page.getByRole('combobox', { name: /^Vice-captain/ }).selectOption({ index: 6 });
    await expect(page.getByText('Ready')).toBeVisible();
  });

  await test.step('MYTEAM-04 creating it lands in My Teams', async () => {
    await page.getByRole('button', { name: 'Create Team' }).click();
    await expect(page).toHaveURL(/\/my-team$/);
    const team = page.getByRole('list', { name: 'Teams' }).getByRole('listitem');
    await expect(team).toHaveCount(1);
    await expect(team).toContainText('Gameweek 6');
    await expect(team).toContainText('15 players');
    await expect(team).toContainText("0x7099...79c8's Team");
  });

  await test.step('a full restart keeps everything, including the session', async () => {
    // State after a restart does not depend on the screen size.
    if (test.info().project.name === 'desktop') await stack.restart();
    await page.reload();
    await expect(page.getByRole('list', { name: 'Teams' }).getByRole('listitem')).toContainText('Gameweek 6');
  });

  await test.step('MYTEAM-05 points move while the matches are on, without a reload', async () => {
    await markPage(page);
    await expect(earned(page)).toHaveText('0');
    await playToLastKickoff(stack.product, 6);
    await expect(earned(page)).not.toHaveText('0');
    await expectNotReloaded(page);
  });

  await test.step('DATA-12 the leaderboard shows the same points and marks the own row', async () => {
    await openFromHeader(page, 'Rankings');
    const row = page
      .getByRole('row')
      .filter({ hasText: 'You' })
      .or(page.getByRole('listitem').filter({ hasText: 'You' }));
    await expect(row.first()).toContainText('0x7099...79c8');
    await markPage(page);
    await stack.product.replay.advance({ to: { gameweek: 6, phase: 'checked' } });
    await expect(row.first()).toContainText((await finalPoints(stack.product)).toFixed(1));
    await expectNotReloaded(page);
  });

  await test.step('FIX-03 the fixtures of the gameweek are over', async () => {
    await openFromHeader(page, 'Fixtures');
    await expect(page.getByText('FT', { exact: true }).first()).toBeVisible();
  });
});

/** The team's earned points from the API, once the gameweek is final. */
async function finalPoints(product: Product): Promise<number> {
  const { client } = await signedInClient(product.url, demoAccount(product, 1));
  const { participations } = await client.request(myParticipations, { query: {} });
  const team = async () =>
    (await client.request(getParticipation, { params: { id: participations[0]!.id } })).participation;
  await expect.poll(async () => (await team()).gameweeks[0]?.settled).toBe(true);
  return (await team()).earned_points;
}
