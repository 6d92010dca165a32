import { expect, type Page } from '@playwright/test';
import { getParticipation, type JoinBody, joinedParticipation, joinGame } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { type Game, listGames } from '@touchline/api/http/games';
import { randomTeam } from '@touchline/platform/clients/random-team';
import { signedInClient } from '@touchline/platform/clients/signed-in';
import type { Product } from '@touchline/platform/product';
import { expectAccessible, expectNoSidewaysScroll } from '../src/accessibility.ts';
import { demoAccount, nextWeekly } from '../src/crowd.ts';
import { signIn } from '../src/demo-wallet.ts';
import { tabTo } from '../src/keyboard.ts';
import { openFromHeader } from '../src/navigation.ts';
import { expectNotReloaded, markPage } from '../src/no-reload.ts';
import { test } from '../src/product.ts';
import { kickoffPhases, playToLastKickoff } from '../src/replay.ts';

// Nobody has to pay to play the season here.
test.use({ productEnv: { games: { SEASON_ENTRY_FEE: '0' } } });
test.describe.configure({ mode: 'serial' });

/** The demo wallet's accounts that this story plays with. */
const ME = { name: 'Nell Fairbank', index: 1 };
const RIVAL = { name: 'Jonty Blake', index: 8 };

let body: JoinBody;
let season: Game;
let weekly: Game;
let mine: { season: string; weekly: string };

test.beforeAll(async ({ stage }) => {
  test.setTimeout(120_000);
  const { product } = stage;
  weekly = await nextWeekly(product);
  const me = await clientOf(product, ME.index);
  const rival = await clientOf(product, RIVAL.index);
  season = (await me.call(listGames, { query: { game_type: 'SEASON', limit: '1' } })).games[0]!;
  body = randomTeam(await me.call(bootstrap), 'Fairbank Rovers', seeded(7));
  const join = async (who: typeof me, game: Game, team_name: string) =>
    joinedParticipation(await who.call(joinGame, { params: { id: game.id }, body: { ...body, team_name } }))
      .id;
  mine = {
    season: await join(me, season, 'Fairbank Rovers'),
    weekly: await join(me, weekly, 'Fairbank Weekly'),
  };
  // The same fifteen in the same line-up: only what is edited tells them apart.
  await join(rival, weekly, 'Blake Rovers');
});

async function clientOf(product: Product, index: number) {
  return (await signedInClient(`${product.url}/api`, demoAccount(product, index))).client;
}

/** The same numbers at every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const team = async (product: Product, id: string) =>
  (await (await clientOf(product, ME.index)).call(getParticipation, { params: { id } })).participation;

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const place = (page: Page, id: string) => page.locator(`[data-slot="${id}"]`);
const stat = (page: Page, label: string) => page.getByText(label, { exact: true }).locator('xpath=..');
const saved = (page: Page) => expect(page.getByRole('button', { name: 'Edit Team' })).toBeVisible();

/** Back, without waiting for a page that may not come. */
const back = (page: Page) => page.evaluate(() => history.back());

test('VIEW-09 VIEW-10 VIEW-11 VIEW-12 he edits his team before kick-off and finds it so after a reload', async ({
  page,
  stage,
}) => {
  const before = await team(stage.product, mine.season);
  const name = (id: number) => before.players.find((player) => player.id === id)!.web_name;
  const bench = before.bench_players.at(-1)!;
  const positionOf = (id: number) => before.players.find((player) => player.id === id)!.position;
  const leaving = before.field_players.find((id) => positionOf(id) === positionOf(bench))!;
  const captain = before.field_players.find((id) => id !== leaving && id !== before.captain_id)!;

  await signIn(page, ME.name);
  await openFromHeader(page, 'My Team');
  await press(page, `View ${season.name}`);
  await expect(page).toHaveURL(new RegExp(`/team-view/${mine.season}$`));
  await expect(page.getByRole('heading', { name: 'Fairbank Rovers' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await press(page, 'Edit Team');
  await press(page, `Move ${name(leaving)} to the bench`);
  await expect(page.getByText('Field Players (10/11)')).toBeVisible();
  await page.getByRole('button', { name: /^Empty place/ }).click();
  const picker = page.getByRole('dialog', { name: 'Select Player' });
  await expectAccessible(page);
  await picker.getByRole('button', { name: name(bench) }).click();
  await page.getByRole('combobox', { name: /^Captain/ }).selectOption(String(captain));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await press(page, 'Save Changes');
  await saved(page);

  await page.reload();
  const pitch = page.getByRole('list', { name: /^Pitch/ });
  await expect(pitch).toContainText(name(bench));
  await expect(pitch).not.toContainText(name(leaving));
  await expect(pitch.getByRole('button', { name: new RegExp(`${name(captain)}.*captain`) })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Bench' })).toContainText(name(leaving));
});

test('VIEW-13 the keyboard alone edits, cancels and saves', async ({ page, stage }) => {
  await signIn(page, ME.name);
  await page.goto(`/team-view/${mine.weekly}`);
  await saved(page);
  const before = await place(page, 'def-1').textContent();
  const onBench = async (at: number) => (await place(page, `bench-${at}`).textContent())?.split(', ')[1];

  await tabTo(page, 'Edit Team');
  await page.keyboard.press('Enter');
  await tabTo(page, '5-4-1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Pitch, 5-4-1' })).toBeVisible();
  await tabTo(page, 'Cancel');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: `Pitch, ${body.formation}` })).toBeVisible();
  expect(await place(page, 'def-1').textContent()).toBe(before);
  await expect(page.getByRole('button', { name: 'Edit Team' })).toBeFocused();

  await page.keyboard.press('Enter');
  await tabTo(page, /^Bench 2,/);
  await page.keyboard.press('ArrowRight');
  await expect(place(page, 'bench-3')).toBeFocused();
  const third = await onBench(3);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect.poll(() => onBench(2)).toBe(third);
  await tabTo(page, 'Save Changes');
  await page.keyboard.press('Enter');
  await saved(page);
  const { bench_players } = await team(stage.product, mine.weekly);
  expect(bench_players).toEqual([0, 2, 1, 3].map((at) => body.bench_players[at]));
});

test('VIEW-07 a team that is not his is not found, and Back leads to My Teams', async ({ page }) => {
  await signIn(page, RIVAL.name);
  await page.goto(`/team-view/${mine.weekly}`);
  await expect(page.getByText('Team not found')).toBeVisible();
  await press(page, 'Back');
  await expect(page).toHaveURL(/\/my-team$/);
});

test('leaving with unsaved changes asks first, by a link and by Back', async ({ page }) => {
  await signIn(page, ME.name);
  await openFromHeader(page, 'My Team');
  await press(page, `View ${weekly.name}`);
  await press(page, 'Edit Team');
  await press(page, '4-5-1');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  for (const leave of [() => openFromHeader(page, 'Rankings'), () => back(page)]) {
    await leave();
    await expect(question).toBeVisible();
    await press(page, 'Keep editing');
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/team-view/${mine.weekly}$`));
    await expect(page.getByText('Unsaved changes')).toBeVisible();
  }
  await back(page);
  await press(page, 'Leave');
  await expect(page).toHaveURL(/\/my-team$/);
});

test('VIEW-15 API-27 points tick in live, a locked player is refused by name, and the next gameweek takes the change', async ({
  page,
  stage,
}) => {
  test.setTimeout(240_000);
  const { product } = stage;
  const before = await team(product, mine.season);
  const fixtureOf = (id: number) => before.players.find((player) => player.id === id)!.fixtures[0];
  const kickoff = (id: number) => fixtureOf(id)?.kickoff_time ?? 'never';
  const phases = await kickoffPhases(product, before.edit_gameweek);
  const kickOffOf = (id: number) =>
    product.replay.advance({
      to: { gameweek: before.edit_gameweek, phase: phases.get(fixtureOf(id)!.fixture)! },
    });
  const name = (id: number) => before.players.find((player) => player.id === id)!.web_name;
  const positionOf = (id: number) => before.players.find((player) => player.id === id)!.position;
  const earliest = (pair: readonly number[]) => pair.map(kickoff).sort()[0]!;
  const [leaving, coming] = before.field_players
    .flatMap((field) =>
      before.bench_players
        .filter(
          (bench) =>
            positionOf(bench) === positionOf(field) &&
            ![before.captain_id, before.vice_captain_id].includes(field),
        )
        .map((bench) => [field, bench] as const),
    )
    .sort((a, b) => earliest(a).localeCompare(earliest(b)))[0]!;
  const late = kickoff(coming) < kickoff(leaving) ? coming : leaving;

  await signIn(page, ME.name);
  await page.goto(`/team-view/${mine.season}`);
  await press(page, 'Edit Team');
  await markPage(page);

  await test.step('he moves a player whose match then kicks off: the page says so, the save is refused', async () => {
    await press(page, `Move ${name(leaving)} to the bench`);
    await press(page, `Bring ${name(coming)} on`);
    await kickOffOf(late);
    await expect(page.getByText(/kicked off in the meantime$/)).toContainText(name(late));
    await expectAccessible(page);
    await press(page, 'Save Changes');
    const refusal = page.getByRole('alert').filter({ hasText: 'Not saved' });
    await expect(refusal).toContainText(name(late));
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await refusal.getByRole('button', { name: /^Save from gameweek \d+ on$/ }).click();
    await saved(page);
  });

  await test.step('what counts later is shown beside the team as it stands', async () => {
    const next = page.getByRole('region', { name: /^From gameweek \d+ on$/ });
    await expect(next).toContainText(`${name(coming)} for ${name(leaving)}`);
    await expect(page.getByRole('list', { name: /^Pitch/ })).toContainText(name(leaving));
    await expectNotReloaded(page);
  });

  await test.step('VIEW-03 points tick in without a reload, provisional while matches are on', async () => {
    const points = stat(page, 'Current Points');
    const start = (await points.textContent()) ?? '';
    const last = before.field_players.toSorted((a, b) => kickoff(a).localeCompare(kickoff(b))).at(-1)!;
    await kickOffOf(last);
    await expect(points).not.toHaveText(start);
    await expect(page.getByText(/^\* Provisional/)).toBeVisible();
    await expect(points).toContainText('provisional');
    await expect(page.getByRole('button', { name: /pts provisional/ }).first()).toBeVisible();
    await expectAccessible(page);
    await expectNotReloaded(page);
  });

  await test.step('a player tells where his points came from, match by match', async () => {
    await page
      .getByRole('button', { name: /locked$/ })
      .filter({ hasText: 'pts' })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByText('Minutes played')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  await test.step('once the gameweek is checked the points are final, and the kept line-up is in force', async () => {
    await product.replay.advance({ to: { gameweek: before.edit_gameweek, phase: 'checked' } });
    await expect(stat(page, 'Current Points')).not.toContainText('provisional');
    await expect(page.getByText(/^\* Provisional/)).toBeHidden();
    await expect(page.getByRole('list', { name: /^Pitch/ })).toContainText(name(coming));
    await expect(page.getByRole('region', { name: /^From gameweek/ })).toBeHidden();
    await expectNotReloaded(page);
    await expectNoSidewaysScroll(page);
  });

  await test.step('for the next gameweek nobody is locked, and the matches ahead are what counts', async () => {
    await press(page, 'Edit Team');
    await expect(place(page, 'gk-1')).toContainText(/[A-Z]{3} \([HA]\)/);
    await expect(page.getByRole('button', { name: /^Move .* to the bench$/ })).toHaveCount(11);
    await expectAccessible(page);
  });
});

test('two browsers on one game: one edits, the other sees rank and points move without a reload', async ({
  browser,
  page,
  stage,
}) => {
  test.setTimeout(240_000);
  const { product } = stage;
  const game = await nextWeekly(product);
  const [me, rival] = [await clientOf(product, ME.index), await clientOf(product, RIVAL.index)];
  const join = async (who: typeof me, team_name: string) =>
    joinedParticipation(await who.call(joinGame, { params: { id: game.id }, body: { ...body, team_name } }))
      .id;
  const id = await join(me, 'Fairbank Two');
  const theirs = await join(rival, 'Blake Two');

  const other = await browser.newContext({ baseURL: stage.url, viewport: page.viewportSize() });
  const board = await other.newPage();
  await signIn(board, RIVAL.name);
  await board.goto(`/rankings?game=${game.id}`);
  const row = (name: string) =>
    board
      .getByRole('table')
      .locator('tbody')
      .first()
      .getByRole('row')
      .or(board.getByRole('list', { name: 'Standings' }).getByRole('listitem'))
      .filter({ hasText: name });
  await expect(row('Fairbank Two')).toBeVisible();
  const place = (name: string, which: 'First' | 'Second') =>
    row(name).getByRole('img', { name: `${which} place` });
  await expect(place('Fairbank Two', 'First')).toBeVisible();
  await expect(place('Blake Two', 'First')).toBeVisible();
  await markPage(board);
  const start = (await row('Fairbank Two').textContent()) ?? '';

  await signIn(page, ME.name);
  await page.goto(`/team-view/${id}`);
  await press(page, 'Edit Team');
  await press(page, '5-4-1');
  const vice = page.getByRole('combobox', { name: /^Vice-captain/ });
  await page.getByRole('combobox', { name: /^Captain/ }).selectOption({ index: 11 });
  await vice.selectOption({ index: 8 });
  await press(page, 'Save Changes');
  await saved(page);

  await playToLastKickoff(product, game.first_gameweek);
  await expect(row('Fairbank Two')).not.toHaveText(start);
  await product.replay.advance({ to: { gameweek: game.first_gameweek, phase: 'checked' } });
  // The same fifteen in the same line-up: only the edit moves them apart.
  const pointsOf = async (who: typeof me, id: string) => {
    const { participation } = await who.call(getParticipation, { params: { id } });
    return participation.gameweeks.at(-1)?.settled ? participation.gameweek_points : null;
  };
  await expect.poll(() => pointsOf(me, id)).not.toBeNull();
  const points = { mine: (await pointsOf(me, id))!, his: (await pointsOf(rival, theirs))! };
  expect(points.mine).not.toBe(points.his);
  const [first, second] =
    points.mine > points.his ? ['Fairbank Two', 'Blake Two'] : ['Blake Two', 'Fairbank Two'];
  await expect(place(first!, 'First')).toBeVisible();
  await expect(place(second!, 'Second')).toBeVisible();
  await expect(row('Fairbank Two')).toContainText(String(points.mine));
  await expect(row('Blake Two')).toContainText(String(points.his));
  await expectNotReloaded(board);
  await other.close();
});
