import { expect, type Locator, type Page } from '@playwright/test';
import { renameTeam } from '@touchline/api/http/entries';
import { reserves } from '@touchline/api/http/reserves';
import { expectNoSidewaysScroll } from '../src/accessibility.ts';
import { demoAccount, demoClient, joinWith, nextWeekly } from '../src/demo-players.ts';
import { signIn } from '../src/demo-wallet.ts';
import { test } from '../src/product.ts';

/** A desktop window of 1280 px at 400 % has the same width. */
test.use({ viewport: { width: 320, height: 740 } });

const PLAYER = { index: 6, name: 'Kofi Redgrave' };
const RIVAL = { index: 8, name: 'Jonty Blake' };
const LONG_NAMED = { index: 7, name: 'Ines Calder' };

/** Expects that an element and its content end within its container. */
async function expectWithin(inner: Locator, outer: Locator): Promise<void> {
  const right = (element: Element) => Math.floor(element.getBoundingClientRect().left + element.scrollWidth);
  const end = await outer.evaluate((element) => Math.ceil(element.getBoundingClientRect().right));
  expect(await inner.evaluate(right)).toBeLessThanOrEqual(end);
}

/** Opens a page and expects that a text on it is visible and that it does not scroll sideways. */
async function expectFits(page: Page, path: string, text: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible();
  await expectNoSidewaysScroll(page);
}

/** Expects that the list of gameweeks and its buttons end with the page, and that no name in it is cut off. */
async function expectPickerFits(page: Page): Promise<void> {
  const box = (name: string) => page.getByRole('button', { name, exact: true }).boundingBox();
  const [prev, next] = [await box('Prev'), await box('Next')];
  expect(next!.x + next!.width).toBeLessThanOrEqual(320 - prev!.x);
  const cut = await page.getByRole('combobox', { name: 'Gameweek' }).evaluate((list) => {
    const style = getComputedStyle(list);
    const text = document.createElement('canvas').getContext('2d')!;
    text.font = style.font;
    const room =
      list.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    const names = [...(list as HTMLSelectElement).options].map((option) => option.text);
    return names.filter((name) => text.measureText(name).width > room);
  });
  expect(cut).toEqual([]);
}

test('names without a space stay within the width of a phone', async ({ page, stack: { product } }) => {
  const [team, league] = ['W'.repeat(60), 'M'.repeat(40)];
  const account = demoAccount(product, PLAYER.index);
  const game = await nextWeekly(product);
  const { participation } = await joinWith(product, game, team, account);
  await signIn(page, PLAYER.name);
  for (const path of ['/', '/my-team', `/team-view/${participation}`, '/results/mine', `/games/${game.id}`])
    await expectFits(page, path, team);
  await expectFits(page, `/rankings?game=${game.id}`, team);

  await page.goto('/leagues');
  await page.getByRole('button', { name: 'Create a league' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a league' });
  await form.getByLabel('Name').fill(league);
  await form.getByRole('button', { name: 'Create league' }).click();
  const invitation = page.getByRole('dialog', { name: `${league} is ready` });
  await expectWithin(invitation.getByRole('heading', { name: league }), invitation);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: league })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'League settings' });
  await settings.getByRole('button', { name: 'Leave the league' }).click();
  await expectWithin(settings.getByText(`Leave ${league}?`), settings);
});

/** Texts that end with an ellipsis. */
const listCutTexts = (page: Page) =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('*')]
      .filter((each) => getComputedStyle(each).textOverflow === 'ellipsis' && each.clientWidth > 0)
      .filter((each) => each.scrollWidth > each.clientWidth + 1)
      .map((each) => each.textContent ?? ''),
  );

test('rankings show long names of teams in full, the own row has three lines, and a pitch shows names of ten letters', async ({
  page,
  stack: { product },
}) => {
  const team = 'Ravenscar Road Athletic Reserves';
  const game = await nextWeekly(product);
  const { participation } = await joinWith(product, game, team, demoAccount(product, LONG_NAMED.index));
  await signIn(page, LONG_NAMED.name);
  await expectFits(page, `/rankings?game=${game.id}`, team);
  expect(await listCutTexts(page)).toEqual([]);
  const client = await demoClient(product, LONG_NAMED.index);
  const longest = `${team} and Friends of the Club`;
  await client.request(renameTeam, { params: { id: participation }, body: { team_name: longest } });
  await expectFits(page, `/rankings?game=${game.id}`, longest);
  const own = page.getByRole('listitem').filter({ hasText: longest });
  expect((await own.boundingBox())!.height).toBeLessThan(70);
  await page.goto(`/team-view/${participation}`);
  await expect(page.getByRole('list', { name: /^Pitch/ })).toBeVisible();
  expect((await listCutTexts(page)).filter((name) => name.length <= 10)).toEqual([]);
});

test('the cards of games and the prize levels fit, and a total of the reserves is one line', async ({
  page,
}) => {
  await signIn(page, PLAYER.name);
  await page.goto('/choose-game');
  const games = page.getByRole('list', { name: 'Games', exact: true });
  await expect(games.getByText('38 gameweeks')).toBeVisible();
  for (const card of await games.getByRole('listitem').all()) await expectWithin(card, games);
  await page.goto('/rankings?section=season');
  await expect(page.getByRole('table', { name: 'Prize levels' })).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.route(`**/api${reserves.path}`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const token of body.data.tokens) token.owed = `40300008${'0'.repeat(16)}`;
    await route.fulfill({ response, json: body });
  });
  await page.goto('/reserves');
  const total = page.getByRole('cell', { name: '403,000.08' }).first();
  const lines = await total.evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  await expectNoSidewaysScroll(page);
});

test('the buttons below a title end with the page beside a scrollbar', async ({ page }) => {
  await signIn(page, 'Gaffer (admin)');
  const openTournaments = async () => {
    await page.goto('/choose-game');
    await page.getByRole('button', { name: /^(Select Tournament|See all tournaments)$/ }).click();
  };
  for (const [open, last] of [
    [() => page.goto('/my-team'), 'Join New Game'],
    [openTournaments, 'Create New Tournament'],
  ] as const) {
    await open();
    const button = page.getByRole('button', { name: last });
    await expect(button).toBeVisible();
    // The browser of the test shows no scrollbar.
    await page.evaluate(() => {
      document.body.style.marginInlineEnd = '20px';
    });
    await expectWithin(button, page.getByRole('main'));
  }
});

test('the search of the rankings is as wide as all filters', async ({ page }) => {
  await page.goto('/rankings');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const width = async (element: Locator) => (await element.boundingBox())?.width;
  const search = await width(page.getByRole('searchbox', { name: 'Search' }));
  expect(search).toBe(await width(page.locator('#leaderboard-filters')));
});

test('iOS does not zoom into the field for a receipt', async ({ page }) => {
  await page.goto('/verify');
  const size = (field: Element) => Number.parseFloat(getComputedStyle(field).fontSize);
  expect(await page.getByRole('textbox').evaluate(size)).toBeGreaterThanOrEqual(16);
});

test('the gameweek of a row stays visible while its columns scroll, and the list of a season team fits', async ({
  page,
  stack: { product },
}) => {
  const game = await nextWeekly(product);
  const { participation } = await joinWith(product, game, 'Scrolled', demoAccount(product, RIVAL.index));
  await product.replay.advance({ to: { gameweek: game.first_gameweek, phase: 'checked' } });
  await signIn(page, RIVAL.name);
  await page.goto(`/team-view/${participation}`);
  const table = page.getByRole('region', { name: 'Gameweeks' });
  const gameweek = table.getByRole('rowheader');
  const leftOf = async (element: Locator) => Math.round((await element.boundingBox())?.x ?? Number.NaN);
  await expect(gameweek).toBeVisible();
  await table.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  expect(await table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  expect(await leftOf(gameweek)).toBe(await leftOf(table));

  await page.route(`**/api/games/participations/${participation}`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const { gameweeks } = body.data.participation;
    for (const gameweek of [36, 37]) gameweeks.push({ ...gameweeks[0], gameweek });
    body.data.participation.edit_gameweek = 38;
    await route.fulfill({ response, json: body });
  });
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Gameweek' })).toBeVisible();
  await expectPickerFits(page);
});
