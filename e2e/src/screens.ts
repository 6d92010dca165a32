import type { Page } from '@playwright/test';

/** A screen: its path, and an action before the screenshot. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly act?: (page: Page) => Promise<unknown>;
}

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

const openGame = (name: RegExp) => (page: Page) =>
  page.getByRole('list', { name: 'All games' }).getByRole('link', { name }).first().click();

const openRow = (page: Page) => page.locator('[data-flip] button').first().click();

/** Opens the builder for the next weekly game. */
const joinWeekly = press('Join');

const pickTeam = async (page: Page) => {
  await joinWeekly(page);
  await press('Random Pick')(page);
};

/** Opens the list of players, which is a tab on a phone. */
const openPlayers = async (page: Page) => {
  await joinWeekly(page);
  const tab = page.getByRole('tab', { name: 'Players', exact: true });
  const list = page.getByRole('list', { name: 'Players to pick' });
  await tab.or(list).first().waitFor();
  if (await tab.isVisible()) await tab.click();
};

const compare = async (page: Page) => {
  await openPlayers(page);
  await press(/^Details of/)(page);
  await press('Compare')(page);
  const others = page.getByLabel('Compare with');
  for (let count = 0; count < 2; count++) await others.selectOption({ index: 2 });
};

const openNotifications = async (page: Page) => {
  await press(/^Wallet /)(page);
  await press('Notifications')(page);
};

const openLeaguePlayers = async (page: Page) => {
  await page.getByRole('main').getByRole('link').first().click();
  await page.getByText('Players', { exact: true }).click();
};

const openRival = (page: Page) =>
  page.getByRole('combobox', { name: 'Manager', exact: true }).selectOption({ index: 1 });

export const GUEST: readonly Screen[] = [
  { name: 'home-guest', path: '/' },
  { name: 'wallet-guest', path: '/', act: press('Connect wallet') },
  { name: 'rankings-guest', path: '/rankings' },
  { name: 'leagues-guest', path: '/leagues' },
  { name: 'results-guest', path: '/results' },
  { name: 'history-guest', path: '/results/mine' },
  { name: 'reserves', path: '/reserves' },
  { name: 'verify', path: '/verify' },
  { name: 'not-found', path: '/nowhere' },
];

export const PLAYER: readonly Screen[] = [
  { name: 'home', path: '/' },
  { name: 'wallet', path: '/', act: press(/^Wallet /) },
  { name: 'notifications', path: '/', act: openNotifications },
  { name: 'dock', path: '/', act: press(/^Demo: accounts/) },
  { name: 'choose-game', path: '/choose-game' },
  { name: 'lobby', path: '/choose-game?fee=free&sort=prize', act: (page) => showLast(page, 'All games') },
  { name: 'lobby-empty', path: '/choose-game?size=large', act: (page) => showLast(page, 'No games match') },
  { name: 'game', path: '/choose-game', act: openGame(/^Season/) },
  { name: 'tournaments', path: '/choose-game', act: press(/Select Tournament|See all tournaments/) },
  { name: 'my-team', path: '/my-team' },
  { name: 'my-team-news', path: '/my-team', act: (page) => page.getByText('Price and injury news').click() },
  { name: 'home-events', path: '/', act: (page) => showLast(page, /^Match events/) },
  { name: 'league-players', path: '/leagues', act: openLeaguePlayers },
  { name: 'team-view', path: '/my-team', act: press(/^View /) },
  { name: 'leagues', path: '/leagues' },
  { name: 'rankings-season', path: '/rankings?section=season' },
  { name: 'rankings-weekly', path: '/rankings?section=weekly' },
  { name: 'rankings-tournaments', path: '/rankings?section=tournaments' },
  { name: 'rankings-team', path: '/rankings?section=weekly', act: openRow },
  { name: 'results', path: '/results' },
  { name: 'result', path: '/results', act: (page) => page.getByRole('link', { name: 'Gameweek 5' }).click() },
  { name: 'history', path: '/results/mine' },
  { name: 'history-rival', path: '/results/mine', act: openRival },
  { name: 'fixtures', path: '/fixtures' },
  { name: 'fixtures-facts', path: '/fixtures', act: (page) => page.getByText('Match facts').first().click() },
  {
    name: 'fixtures-difficulty',
    path: '/fixtures',
    act: (page) => page.getByText('Difficulty', { exact: true }).click(),
  },
  { name: 'staking', path: '/staking' },
  { name: 'stake', path: '/staking', act: press('Add More Tokens') },
];

/** Screens of the demo player without a team in the gameweek. */
export const SEASON_ONLY: readonly Screen[] = [
  { name: 'builder-empty', path: '/choose-game', act: joinWeekly },
  { name: 'builder-players', path: '/choose-game', act: openPlayers },
  { name: 'builder-compare', path: '/choose-game', act: compare },
  { name: 'builder', path: '/choose-game', act: pickTeam },
];

/** The copy of the last team needs a builder without a draft. */
export const COPIER: readonly Screen[] = [
  {
    name: 'builder-copy',
    path: '/choose-game',
    act: async (page) => {
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage))
          if (key.startsWith('touchline.draft.')) localStorage.removeItem(key);
      });
      await page.reload();
      await joinWeekly(page);
      await press('Copy last team')(page);
    },
  },
];

export const ADMIN: readonly Screen[] = [
  { name: 'admin', path: '/admin' },
  { name: 'admin-overview', path: '/admin?section=overview' },
  { name: 'admin-money', path: '/admin?section=money' },
  { name: 'admin-prizes', path: '/admin?section=prizes' },
  { name: 'admin-audit', path: '/admin?section=audit' },
  { name: 'admin-system', path: '/admin?section=system' },
];

/** Scrolls to a heading below the first view. */
const showLast = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name }).evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
