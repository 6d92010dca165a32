import { type Browser, expect, type Page } from '@playwright/test';
import { joinLeague } from '@touchline/api/http/leagues';
import { signedInClient } from '@touchline/local-stack/clients/signed-in';
import { expectNoSidewaysScroll } from '../src/accessibility.ts';
import { demoAccount, joinWith, nextWeekly } from '../src/demo-players.ts';
import { approveConnection, signIn, signMessage } from '../src/demo-wallet.ts';
import { expectNotReloaded, markPage } from '../src/no-reload.ts';
import { testOfNextGame as test } from '../src/product.ts';
import { kickoffPhases } from '../src/replay.ts';

const OWNER = { name: 'Nell Fairbank', index: 1 };
const GUEST = 'Jonty Blake';
const FRIEND = { name: 'Ozzie Thorne', index: 2 };
const FOURTH = 3;

const LEAGUE = 'Sunday Rivals';

async function openBrowser(browser: Browser, baseURL: string): Promise<Page> {
  return (await browser.newContext({ baseURL, viewport: { width: 1280, height: 860 } })).newPage();
}

/** Connects and signs in on the current page. */
async function signInHere(page: Page, player: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Browser wallet' }).click();
  await approveConnection(page, player);
  await signMessage(page);
}

test('three browsers in one league: create, invite, join as a guest, and follow a head-to-head match live', async ({
  browser,
  page,
  stack,
}) => {
  test.setTimeout(300_000);
  const { product, url } = stack;
  const game = await nextWeekly(product);
  await joinWith(product, game, 'Fairbank Town', demoAccount(product, OWNER.index));
  const friend = demoAccount(product, FRIEND.index);
  const fourth = demoAccount(product, FOURTH);
  await joinWith(product, game, 'Friend Rovers', friend);
  await joinWith(product, game, 'Fourth Albion', fourth);

  const link =
    await test.step('a player creates a league in two fields and gets the invitation', async () => {
      await signIn(page, OWNER.name);
      await page.goto('/leagues');
      await page.getByRole('button', { name: 'Create a league' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Create a league' });
      await dialog.getByLabel('Name').fill(LEAGUE);
      await dialog.getByText('Head-to-head').click();
      await dialog.getByRole('button', { name: 'Create league' }).click();
      const invitation = page.getByRole('dialog', { name: `${LEAGUE} is ready` });
      await expect(invitation.getByRole('img', { name: 'QR code of the invitation' })).toBeVisible();
      const shown = await invitation.getByText(/\/leagues\/join\/\w{8}$/).textContent();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('heading', { level: 1, name: LEAGUE })).toBeVisible();
      return shown!;
    });
  const path = new URL(link).pathname;
  const league = new URL(page.url()).pathname;

  const guest = await openBrowser(browser, url);
  await test.step('a guest signs in, builds a team, and is a member without typing the code', async () => {
    await guest.goto(path);
    await expect(guest.getByRole('heading', { level: 1, name: LEAGUE })).toBeVisible();
    await signInHere(guest, GUEST);
    await guest.getByRole('button', { name: 'Pick your team' }).click();
    await expect(guest).toHaveURL(/\/team-build$/);
    // The invitation survives a reload of the builder.
    await guest.reload();
    await guest.getByRole('button', { name: 'Random Pick' }).click();
    await guest.getByRole('button', { name: 'Create Team' }).click();
    await expect(guest).toHaveURL(new RegExp(`${league}$`));
    await expect(row(guest, 'Fairbank Town')).toBeVisible();
    await guest.goto(path);
    await expect(guest).toHaveURL(new RegExp(`${league}$`));
  });

  const third = await openBrowser(browser, url);
  await test.step('a player with a team joins with one click', async () => {
    await signIn(third, FRIEND.name);
    await third.goto(path);
    await third.getByRole('button', { name: 'Join the league' }).click();
    await expect(third).toHaveURL(new RegExp(`${league}$`));
  });
  const { client } = await signedInClient(url, fourth);
  await client.request(joinLeague, { body: { code: path.split('/').at(-1)! } });

  await test.step('the table and the match move live', async () => {
    await third.goto(league);
    await expect(row(third, 'Fourth Albion')).toBeVisible();
    await markPage(third);
    await page.goto(`${league}?view=matches`);
    const kickoffs = new Set((await kickoffPhases(product, game.first_gameweek)).values()).size;
    // The draw needs the first minutes of a match.
    await product.replay.advance({ to: { gameweek: game.first_gameweek, phase: 'kickoff-2' } });
    const mine = page.getByRole('list', { name: 'Matches' }).getByRole('listitem').filter({
      hasText: 'Fairbank Town',
    });
    await expect(mine).toContainText('Live', { timeout: 60_000 });
    await expect(mine).toContainText('left');
    await markPage(page);
    const [match, table] = [await mine.textContent(), await row(third, 'Fairbank Town').textContent()];
    await product.replay.advance({ to: { gameweek: game.first_gameweek, phase: `kickoff-${kickoffs}` } });
    await expect(mine).not.toHaveText(match!);
    await expect(row(third, 'Fairbank Town')).not.toHaveText(table!);
    await mine.getByRole('button', { name: 'Compare the teams' }).click();
    await expect(page.getByRole('dialog').getByRole('region', { name: 'The difference' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the checked gameweek ends the match and counts in the table', async () => {
    await product.replay.advance({ to: { gameweek: game.first_gameweek, phase: 'checked' } });
    const matches = page.getByRole('list', { name: 'Matches' }).getByRole('listitem');
    await expect(matches.filter({ hasText: 'Final' })).toHaveCount(2, { timeout: 60_000 });
    await expect(third.getByRole('table', { name: 'League table' })).toContainText(/1-0-0|0-1-0/);
    await expectNotReloaded(page);
    await expectNotReloaded(third);
  });

  await test.step('the shares of the players fit 320 pixels', async () => {
    await third.setViewportSize({ width: 320, height: 740 });
    await third.goto(`${league}?view=players`);
    await expect(third.getByRole('table', { name: 'Players in this league' })).toBeVisible();
    await expectNoSidewaysScroll(third);
  });
  await guest.context().close();
  await third.context().close();
});

const row = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'League table' })
    .locator('tbody')
    .first()
    .getByRole('row')
    .filter({ hasText: name });
