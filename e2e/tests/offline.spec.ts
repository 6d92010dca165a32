import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { getParticipation, joinGame, requireParticipation } from '@touchline/api/http/entries';
import { bootstrap } from '@touchline/api/http/fpl';
import { saveLineup } from '@touchline/api/http/lineups';
import { randomTeam } from '@touchline/local-stack/clients/random-team';
import { PROJECT, type Product } from '@touchline/local-stack/product';
import { randomFrom } from '@touchline/season-replay/random';
import { demoClient, nextWeekly } from '../src/demo-players.ts';
import { signIn } from '../src/demo-wallet.ts';
import { openFromHeader } from '../src/navigation.ts';
import { keptCaches, waitForWorker } from '../src/offline.ts';
import { test as base } from '../src/product.ts';
import { heading, OLD, RENEWED } from '../src/staking-versions.ts';
import { press } from '../src/team-page.ts';
import { CHANGES, publishVariant } from '../src/variants.ts';

const test = base.extend<object, { shell: string }>({
  // A copy of the build, which a test replaces by another one while the product runs.
  shell: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures in use from the pattern.
    async ({}, use) => {
      const shell = mkdtempSync(join(tmpdir(), 'touchline-shell-'));
      cpSync(join(PROJECT, 'shell/dist'), shell, { recursive: true });
      await use(shell);
      rmSync(shell, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  productEnv: [({ shell }, use) => use({ gateway: { SHELL_DIR: shell } }), { scope: 'worker' }],
});
test.use({ serviceWorkers: 'allow' });

const ME = { name: 'Nell Fairbank', index: 1 };
const AGE = /Updated \d+ minutes? ago, offline/;

test('team, fixtures and leaderboard are read without a connection, and a lineup edited then is sent or explained', async ({
  page,
  context,
  stack: { product },
}) => {
  const game = await nextWeekly(product);
  const client = await demoClient(product, ME.index);
  const body = randomTeam(await client.request(bootstrap), 'Fairbank Rovers', randomFrom(7));
  const { id } = requireParticipation(await client.request(joinGame, { params: { id: game.id }, body }));
  const rankings = `/rankings?game=${game.id}`;
  const readTeam = async () => (await client.request(getParticipation, { params: { id } })).participation;
  const captain = page.getByRole('combobox', { name: /^Captain/ });
  const editCaptain = async (player: number) => {
    await press(page, 'Edit Team');
    await captain.selectOption(String(player));
    await press(page, 'Save Changes');
  };
  const [first, second, third] = body.field_players.filter(
    (player) => player !== body.captain_id && player !== body.vice_captain_id,
  ) as [number, number, number];

  await test.step('one visit with a connection', async () => {
    await signIn(page, ME.name);
    await openFromHeader(page, 'Fixtures');
    await expect(page.getByRole('status').filter({ hasText: /, \d+ matches$/ })).toBeAttached();
    await page.goto(rankings);
    await expect(page.getByText('Fairbank Rovers').first()).toBeVisible();
    await openFromHeader(page, 'My Team');
    await press(page, `View ${game.name}`);
    await expect(page.getByRole('button', { name: 'Edit Team' })).toBeVisible();
    await waitForWorker(page);
  });

  await test.step('pages without a connection show the last data with its age', async () => {
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Fairbank Rovers' })).toBeVisible();
    await expect(page.getByText(AGE)).toBeVisible();
    await page.goto('/fixtures');
    await expect(page.getByText(AGE)).toBeVisible();
    await page.goto(rankings);
    await expect(page.getByText('Fairbank Rovers').first()).toBeVisible();
    await expect(page.getByText(AGE)).toBeVisible();
  });

  await test.step('a lineup is kept, survives a reload, and is sent when the connection returns', async () => {
    await page.goto(`/team-view/${id}`);
    await editCaptain(first);
    await expect(page.getByText('Lineup not sent yet')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Lineup not sent yet')).toBeVisible();
    expect((await readTeam()).captain_id).toBe(body.captain_id);
    await context.setOffline(false);
    await expect.poll(async () => (await readTeam()).captain_id).toBe(first);
    await expect(page.getByText('Lineup not sent yet')).toBeHidden();
    await expect(page.getByText(AGE)).toBeHidden();
  });

  await test.step('a lineup that was changed elsewhere is not overwritten, and nothing is lost', async () => {
    await context.setOffline(true);
    await editCaptain(second);
    await expect(page.getByText('Lineup not sent yet')).toBeVisible();
    const { roster: _, team_name: __, ...lineup } = body;
    await client.request(saveLineup, { params: { id }, body: { ...lineup, captain_id: third } });
    await context.setOffline(false);
    const notice = page.getByRole('alert', { name: 'Your changes are not saved' });
    await expect(notice).toContainText('The saved lineup is not the one that you edited.');
    expect((await readTeam()).captain_id).toBe(third);
    await press(page, 'Review changes');
    await expect(captain).toHaveValue(String(second));
    await press(page, 'Save Changes');
    await expect.poll(async () => (await readTeam()).captain_id).toBe(second);
    await expect(page.getByText('Your changes are not saved')).toBeHidden();
  });

  await test.step('signing out removes the data of the user', async () => {
    expect(await keptCaches(page)).toContainEqual(expect.stringMatching(/^touchline-data:0x/));
    await page.getByRole('button', { name: /^Wallet 0x/ }).click();
    await press(page, 'Sign out');
    await expect.poll(() => keptCaches(page)).not.toContainEqual(expect.stringMatching(/^touchline-data:0x/));
    await context.setOffline(true);
    await page.goto('/my-team');
    await expect(page.getByText('Fairbank Rovers')).toBeHidden();
    await expect(page.getByText('Connect your wallet to get started').first()).toBeVisible();
    await context.setOffline(false);
  });
});

test('a page that was requested before the first worker was ready opens without a connection too', async ({
  page,
  context,
}) => {
  const registered = context.waitForEvent('serviceworker');
  await page.goto('/');
  await page.route('/fixtures', async (route) => {
    const worker = await registered;
    await expect.poll(() => worker.evaluate(isActive), { message: 'an active worker' }).toBe(true);
    await route.continue();
  });
  await page.goto('/fixtures');
  await waitForWorker(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(AGE)).toBeVisible();
});

test('after a release the next visit gets the new build and the new version of a remote, also without a connection', async ({
  page,
  context,
  shell,
  stack: { product },
}) => {
  await page.goto('/staking');
  await expect(heading(page, OLD)).toBeVisible();
  await waitForWorker(page);
  // A second visit has everything from the worker.
  await page.reload();
  await expect(heading(page, OLD)).toBeVisible();
  await waitForWorker(page);

  await publishVariant(product, '1.1.0', CHANGES.visible);
  const build = publishShell(shell);
  await waitForRelease(product);
  await page.goto('/staking');
  await expect(page.locator('html')).toHaveAttribute('data-build', build);
  await expect(heading(page, RENEWED)).toBeVisible();
  await expectKeptBuild(page, build);
  // The next visit removes what the worker of the previous build has kept.
  await page.reload();
  await expect(heading(page, RENEWED)).toBeVisible();
  await expect.poll(() => listCodeCaches(page)).toEqual([`touchline-code:${build}`]);
  await expectKeptBuild(page, build);

  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-build', build);
  await expect(heading(page, RENEWED)).toBeVisible();
});

/** In the worker: whether it has been activated. */
const isActive = () =>
  (globalThis as unknown as { registration: ServiceWorkerRegistration }).registration.active?.state ===
  'activated';

/** Replaces the shell by a build whose main script has another name and marks the page. @returns the mark */
function publishShell(shell: string): string {
  const build = 'b2';
  const assets = join(shell, 'assets');
  const main = readdirSync(assets).find((name) => /^main\.[0-9a-f]{8}\.js$/.test(name))!;
  const code = `document.documentElement.dataset.build='${build}';${readFileSync(join(assets, main), 'utf8')}`;
  writeFileSync(join(assets, 'main.0b0b0b0b.js'), code);
  const page = join(shell, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replaceAll(main, 'main.0b0b0b0b.js'));
  const worker = join(shell, 'service-worker.js');
  writeFileSync(worker, readFileSync(worker, 'utf8').replace(/BUILD="\w+"/, `BUILD="${build}"`));
  // A new image does not contain the files of the old build.
  for (const name of readdirSync(assets)) if (name.startsWith(main)) rmSync(join(assets, name));
  return build;
}

const listCodeCaches = async (page: Page) =>
  (await keptCaches(page)).filter((name) => name.startsWith('touchline-code'));

/** Replicas of the gateway notice a new version within two seconds. */
const waitForRelease = async ({ url }: Product) =>
  expect
    .poll(async () => (await fetch(`${url}/staking`, { headers: { accept: 'text/html' } })).text())
    .toContain('1.1.0');

/** Waits until the page without a connection is the one of this build. */
const expectKeptBuild = async (page: Page, build: string) => {
  await waitForWorker(page);
  await expect
    .poll(() =>
      page.evaluate(async () =>
        (await (await caches.match('/kept-page'))?.text())?.includes('main.0b0b0b0b.js'),
      ),
    )
    .toBe(build === 'b2');
};
