import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { getParticipation, joinGame, requireParticipation } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { deployLockRoots } from '@touchline/local-stack/dependencies/anchor-calls';
import { query } from '@touchline/local-stack/dependencies/query';
import { randomFrom } from '@touchline/season-replay/random';
import type { Hex } from 'viem';
import { demoClient, nextWeekly } from '../src/demo-players.ts';
import { signIn } from '../src/demo-wallet.ts';
import { expectNotReloaded, markPage } from '../src/no-reload.ts';
import { test } from '../src/product.ts';
import { kickoffPhases, playToGoalOf } from '../src/replay.ts';
import { runCommand } from '../src/run-command.ts';
import { press, saved } from '../src/team-page.ts';
import { willShow } from '../src/will-show.ts';

// A separate product: in the shared one these accounts have joined the weekly game.
test.use({ productEnv: {} });

/** The accounts of this test. */
const ME = { name: 'Nell Fairbank', index: 1 };
const RIVAL = { name: 'Jonty Blake', index: 8 };

test('two browsers in one game: one edits, the other sees ranks and points change without a reload', async ({
  browser,
  page,
  stack,
}) => {
  test.setTimeout(240_000);
  const { product } = stack;
  const game = await nextWeekly(product);
  const [me, rival] = [await demoClient(product, ME.index), await demoClient(product, RIVAL.index)];
  // Identical teams: only the edit makes a difference.
  const body = randomTeam(await me.request(bootstrap), 'Fairbank Two', randomFrom(7));
  const join = async (who: typeof me, team_name: string) =>
    requireParticipation(
      await who.request(joinGame, { params: { id: game.id }, body: { ...body, team_name } }),
    ).id;
  const id = await join(me, 'Fairbank Two');
  const rivalId = await join(rival, 'Blake Two');

  const other = await browser.newContext({ baseURL: stack.url, viewport: page.viewportSize() });
  const rankings = await other.newPage();
  await signIn(rankings, RIVAL.name);
  await rankings.goto(`/rankings?game=${game.id}`);
  const row = (name: string) =>
    rankings
      .getByRole('table', { name: 'Leaderboard' })
      .locator('tbody')
      .first()
      .getByRole('row')
      .or(rankings.getByRole('list', { name: 'Leaderboard' }).getByRole('listitem'))
      .filter({ hasText: name });
  await expect(row('Fairbank Two')).toBeVisible();
  const place = (name: string, which: 'First' | 'Second') =>
    row(name).getByRole('img', { name: `${which} place` });
  // No entry has a rank before the first points.
  await expect(row('Fairbank Two')).toContainText('No rank yet');
  await expect(place('Blake Two', 'First')).toBeHidden();
  await markPage(rankings);
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

  const last = new Set((await kickoffPhases(product, game.first_gameweek)).values()).size;
  await test.step("a goal of one's own player shows in a toast and in the feed at home", async () => {
    await page.goto('/');
    const feed = page.getByRole('region', { name: /^Match events/ }).getByRole('listitem');
    await expect(feed.filter({ hasText: /FT/ }).first()).toBeVisible();
    // The notifiers of match events and prizes load after the page, and show nothing that happened before.
    await expect(page.locator('[role="status"][aria-live]')).toHaveCount(2);
    const { players } = await me.request(bootstrap);
    await product.replay.advance({ to: { gameweek: game.first_gameweek, phase: 'kickoff-1' } });
    await expect(feed.filter({ hasText: /FT/ })).toHaveCount(0);
    const toast = willShow(page, '[role="group"]', 'GOAL ');
    const scorer = await playToGoalOf(product, body.roster);
    const goal = `GOAL ${players.find((player) => player.id === scorer)?.web_name}`;
    expect(await toast).toContain(goal);
    await press(page, /^Show all/);
    await expect(feed.filter({ hasText: goal }).first()).toContainText('your player');
  });

  await product.replay.advance({ to: { gameweek: game.first_gameweek, phase: `kickoff-${last}` } });
  await expect(row('Fairbank Two')).not.toHaveText(start);
  await product.replay.advance({ to: { gameweek: game.first_gameweek, phase: 'checked' } });
  const pointsOf = async (who: typeof me, id: string) => {
    const { participation } = await who.request(getParticipation, { params: { id } });
    return participation.gameweeks.at(-1)?.settled ? participation.gameweek_points : null;
  };
  await expect.poll(() => pointsOf(me, id)).not.toBeNull();
  const points = { mine: (await pointsOf(me, id))!, theirs: (await pointsOf(rival, rivalId))! };
  expect(points.mine).not.toBe(points.theirs);
  const [first, second] =
    points.mine > points.theirs ? ['Fairbank Two', 'Blake Two'] : ['Blake Two', 'Fairbank Two'];
  await expect(place(first!, 'First')).toBeVisible();
  await expect(place(second!, 'Second')).toBeVisible();
  await expect(row('Fairbank Two')).toContainText(String(points.mine));
  await expect(row('Blake Two')).toContainText(String(points.theirs));
  await expectNotReloaded(rankings);
  await other.close();

  let receipt = '';
  await test.step('the receipt from My Teams proves the lineup on the page that verifies it', async () => {
    await page.goto('/my-team');
    const download = page.waitForEvent('download');
    await press(page, `Download the receipt of ${game.name}`);
    receipt = await (await download).path();
    await page.goto('/verify');
    await page.getByRole('textbox').fill(await readFile(receipt, 'utf8'));
    await expect(async () => {
      await press(page, 'Verify');
      await expect(page.getByText('Slots, commitments and lock roots agree.')).toBeVisible();
      await expect(
        page.getByRole('heading', { name: `Gameweek ${game.first_gameweek}, final` }),
      ).toBeVisible();
    }).toPass();
    await expect(page.getByText('(captain)').last()).toBeVisible();
    await expect(page.getByText('Receipt signed by this service')).toBeVisible();
  });

  await test.step('the lock roots are anchored and verified on the chain', async () => {
    const { chain, url } = product;
    const operator = chain.accounts[5]!;
    const contract = await deployLockRoots(chain.rpcUrl, operator);
    const source = ['--rpc', chain.rpcUrl, '--contract', contract.address, '--operator', operator.address];
    source.push('--from-block', '0');
    const calls = await runCommand('anchor-roots', url, game.id, ...source);
    expect(calls.code, calls.output).toBe(0);
    for (const [data] of calls.output.matchAll(/\b0x[0-9a-f]{200}\b/g)) await contract.send(data as Hex);
    const verified = await runCommand('verify-lineup', url, id, '--receipt', receipt, ...source);
    expect(verified.code, verified.output).toBe(0);
    expect(verified.output).toMatch(/lock root of .*: in block \d+/);
    expect(verified.output).not.toContain('not on the chain');
  });

  await test.step('a lineup that is changed in the database after its lock is shown with the changed slot', async () => {
    const sixth = "placing '\\x0001' from 11 for 2";
    await query(
      product.databaseUrl('games'),
      `update games.later_lineups set lineup = overlay(lineup ${sixth}) where entry_id = '${id}'`,
    );
    await press(page, 'Verify');
    await expect(page.getByText('This lineup contradicts its proof.')).toBeVisible();
    await expect(page.getByText(/slot 6: the slot was changed after the lock/).first()).toBeVisible();
  });
});
