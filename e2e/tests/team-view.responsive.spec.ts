import { expect } from '@playwright/test';
import { getParticipation, type JoinBody, joinGame, requireParticipation } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { type Game, listGames } from '@touchline/api/http/games';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import type { Product } from '@touchline/local-stack/product';
import { randomFrom } from '@touchline/season-replay/random';
import { expectAccessible, expectNoSidewaysScroll } from '../src/accessibility.ts';
import { demoClient, nextWeekly } from '../src/demo-players.ts';
import { signIn } from '../src/demo-wallet.ts';
import { tabTo } from '../src/keyboard.ts';
import { goBack, openFromHeader } from '../src/navigation.ts';
import { expectNotReloaded, markPage } from '../src/no-reload.ts';
import { test } from '../src/product.ts';
import { kickoffPhases } from '../src/replay.ts';
import { place, press, saved, stat } from '../src/team-page.ts';

test.use({ productEnv: { games: { SEASON_ENTRY_FEE: '0' } } }); // a free season game
test.describe.configure({ mode: 'serial' });

/** The accounts of this test. */
const ME = { name: 'Nell Fairbank', index: 1 };
const RIVAL = { name: 'Jonty Blake', index: 8 };

let body: JoinBody;
let season: Game;
let weekly: Game;
let mine: { season: string; weekly: string };

test.beforeAll(async ({ stack }) => {
  const { product } = stack;
  weekly = await nextWeekly(product);
  const me = await demoClient(product, ME.index);
  const rival = await demoClient(product, RIVAL.index);
  season = (await me.request(listGames, { query: { game_type: 'SEASON', limit: '1' } })).games[0]!;
  body = randomTeam(await me.request(bootstrap), 'Fairbank Rovers', randomFrom(7));
  const join = async (who: typeof me, game: Game, team_name: string) =>
    requireParticipation(
      await who.request(joinGame, { params: { id: game.id }, body: { ...body, team_name } }),
    ).id;
  mine = {
    season: await join(me, season, 'Fairbank Rovers'),
    weekly: await join(me, weekly, 'Fairbank Weekly'),
  };
  // Identical teams that differ only by edits.
  await join(rival, weekly, 'Blake Rovers');
});

const team = async (product: Product, id: string) =>
  (await (await demoClient(product, ME.index)).request(getParticipation, { params: { id } })).participation;

test('VIEW-09 VIEW-10 VIEW-11 VIEW-12 a team edited before kick-off keeps the edit after a reload', async ({
  page,
  stack,
}) => {
  const before = await team(stack.product, mine.season);
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

test('VIEW-13 the keyboard alone edits, cancels and saves', { tag: '@desktop' }, async ({ page, stack }) => {
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
  await tabTo(page, /^Bench 1,/);
  for (let steps = 0; steps < 2; steps++) await page.keyboard.press('ArrowRight');
  await expect(place(page, 'bench-3')).toBeFocused();
  const third = await onBench(3);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect.poll(() => onBench(2)).toBe(third);
  await tabTo(page, 'Save Changes');
  await page.keyboard.press('Enter');
  await saved(page);
  const { bench_players } = await team(stack.product, mine.weekly);
  expect(bench_players).toEqual([0, 2, 1, 3].map((at) => body.bench_players[at]));
});

test('VIEW-07 the team of another player is not found, and Back leads to My Teams', {
  tag: '@desktop',
}, async ({ page }) => {
  await signIn(page, RIVAL.name);
  await page.goto(`/team-view/${mine.weekly}`);
  await expect(page.getByText('Team not found')).toBeVisible();
  await press(page, 'Back');
  await expect(page).toHaveURL(/\/my-team$/);
});

test('unsaved changes open a confirmation, by a link and by Back', { tag: '@desktop' }, async ({ page }) => {
  await signIn(page, ME.name);
  await openFromHeader(page, 'My Team');
  await press(page, `View ${weekly.name}`);
  await press(page, 'Edit Team');
  await press(page, '4-5-1');
  const confirmation = page.getByRole('dialog', { name: 'Leave without saving?' });
  for (const leave of [() => openFromHeader(page, 'Rankings'), () => goBack(page)]) {
    await leave();
    await expect(confirmation).toBeVisible();
    await press(page, 'Keep editing');
    await expect(confirmation).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/team-view/${mine.weekly}$`));
    await expect(page.getByText('Unsaved changes')).toBeVisible();
  }
  await goBack(page);
  await press(page, 'Leave');
  await expect(page).toHaveURL(/\/my-team$/);
});

test('VIEW-15 API-27 points tick in live, a locked player is rejected by name, and the change applies to the next gameweek', {
  tag: '@desktop',
}, async ({ page, stack }) => {
  test.setTimeout(240_000);
  const { product } = stack;
  const before = await team(product, mine.season);
  const findFixture = (id: number) => before.players.find((player) => player.id === id)!.fixtures[0];
  const kickoff = (id: number) => findFixture(id)?.kickoff_time ?? 'never';
  const phases = await kickoffPhases(product, before.edit_gameweek);
  const kickOffOf = (id: number) =>
    product.replay.advance({
      to: { gameweek: before.edit_gameweek, phase: phases.get(findFixture(id)!.fixture)! },
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

  await test.step('a moved player kicks off: the page shows it and saving is rejected', async () => {
    await press(page, `Move ${name(leaving)} to the bench`);
    await press(page, `Bring ${name(coming)} on`);
    await kickOffOf(late);
    await expect(page.getByText(/kicked off in the meantime$/)).toContainText(name(late));
    await expectAccessible(page);
    await press(page, 'Save Changes');
    const rejection = page.getByRole('alert').filter({ hasText: 'Not saved' });
    await expect(rejection).toContainText(name(late));
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await rejection.getByRole('button', { name: /^Save from gameweek \d+$/ }).click();
    await saved(page);
  });

  await test.step('the change for the next gameweek is shown next to the current team', async () => {
    const next = page.getByRole('region', { name: /^From gameweek \d+$/ });
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
    await expect(stat(page, 'Earned Points')).toContainText('provisional');
    await expect(page.getByRole('button', { name: /pts provisional/ }).first()).toBeVisible();
    await expectAccessible(page);
    await expectNotReloaded(page);
  });

  await test.step('the points of a player are explained match by match', async () => {
    const locked = page.getByRole('button', { name: /locked$/ }).filter({ hasText: 'pts' });
    await locked.first().click();
    await expect(page.getByRole('dialog').getByText('Minutes played')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });

  await test.step('once the gameweek is checked the points are final and the saved lineup applies', async () => {
    await product.replay.advance({ to: { gameweek: before.edit_gameweek, phase: 'checked' } });
    await expect(stat(page, 'Earned Points')).not.toContainText('provisional');
    await expect(page.getByText(/^\* Provisional/)).toBeHidden();
    await page.getByText(/^Gameweek \d+, next$/).click();
    await expect(page.getByRole('list', { name: /^Pitch/ })).toContainText(name(coming));
    await expect(page.getByRole('region', { name: /^From gameweek/ })).toBeHidden();
    await expectNotReloaded(page);
    await expectNoSidewaysScroll(page);
  });

  await test.step('in the next gameweek no player is locked, and upcoming matches are shown', async () => {
    await press(page, 'Edit Team');
    await expect(place(page, 'gk-1')).toContainText(/[A-Z]{3} \([HA]\)/);
    await expect(page.getByRole('button', { name: /^Move .* to the bench$/ })).toHaveCount(11);
    await expectAccessible(page);
  });
});
