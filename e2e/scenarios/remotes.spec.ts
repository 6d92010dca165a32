import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { listReleases, promoteRelease, shareRelease } from '@touchline/api/http/releases';
import type { Product } from '@touchline/local-stack/product';
import { releaseClient } from '@touchline/local-stack/release/publish';
import { FAILING, REFUSED, TAMPERED_FILES, tamperOnTheWay, wasTampered } from '../src/broken-versions.ts';
import { openFromHeader } from '../src/navigation.ts';
import { offered } from '../src/offered.ts';
import { test as base, type Stack } from '../src/product.ts';
import { heading, loaded, OLD, panel, RENEWED, visit } from '../src/staking-versions.ts';
import { CHANGES, publishVariant, rollBack } from '../src/variants.ts';
import { startWeeklyPlayer, type WeeklyPlayer } from '../src/weekly-player.ts';

interface FirstVisits {
  /** Plays in a separate browser, from the first test to the last. */
  player: WeeklyPlayer;
  /** Opened the staking page of 1.0.0 before the first test and has not reloaded it since. */
  open: Page;
}

const test = base.extend<{ undisturbed: undefined }, { visits: FirstVisits }>({
  visits: [
    async ({ stack, browser, playwright, launchOptions }, use) => {
      await publishVariant(stack.product, '1.0.0', CHANGES.none);
      await expect.poll(() => offered(stack.product)).toBe('1.0.0');
      const open = await visit(browser, stack.url, network());
      await expect(heading(open, OLD)).toBeVisible();
      const second = await playwright.chromium.launch(launchOptions);
      const player = startWeeklyPlayer(second, stack.url);
      await expect.poll(() => player.rounds(), { timeout: 90_000 }).toBeGreaterThan(0);
      await use({ player, open });
      await player.stop();
      await second.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  undisturbed: [
    async ({ visits: { player, open } }, use) => {
      await use(undefined);
      await comesBackTo(open, OLD);
      expect(player.troubles(), 'what the player of the weekly game noticed').toEqual([]);
    },
    { auto: true },
  ],
});

let networks = 0;
/** A network without reports. */
const network = () => ++networks;

const params = { name: 'mf-staking' };
const teamOf = ({ url, releaseToken }: Product) => releaseClient({ url, token: releaseToken('mf-staking') });
const versionsOf = async (product: Product) =>
  (await teamOf(product).request(listReleases)).remotes[0]?.versions ?? [];

/** Leaves the staking page, and finds the version there that the page had before. */
async function comesBackTo(page: Page, title: string): Promise<void> {
  await openFromHeader(page, 'Home');
  await openFromHeader(page, 'Staking');
  await expect(heading(page, title), 'the staking page of a page that stayed open').toBeVisible();
}

/** Header and another remote keep working next to the panel. */
async function restGoesOn(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible();
  await openFromHeader(page, 'Rankings');
  await expect(page.getByRole('heading', { name: 'Rankings' })).toBeVisible();
  await openFromHeader(page, 'Staking');
  await expect(panel(page)).toBeVisible();
}

/** Three visitors from three networks see the panel of a broken version; returns their pages. */
async function threeSeeThePanel(browser: Browser, { url }: Stack, code: RegExp): Promise<Page[]> {
  const pages = await Promise.all([1, 2, 3].map(() => visit(browser, url, network())));
  for (const page of pages) {
    await expect(panel(page)).toContainText(code);
    await expect(panel(page)).toContainText('Your teams are safe, and all other pages keep working.');
  }
  await restGoesOn(pages[0] as Page);
  return pages;
}

const closeAll = (pages: readonly Page[]) => Promise.all(pages.map((page) => page.context().close()));

test('a new version: open pages keep theirs, new visits get it, a rollback takes it back', async ({
  browser,
  visits: { open },
  stack: { product, url },
}) => {
  await publishVariant(product, '1.1.0', CHANGES.visible);
  await expect.poll(() => offered(product)).toBe('1.1.0');
  const later = await visit(browser, url, network());
  await expect(heading(later, RENEWED)).toBeVisible();
  await comesBackTo(open, OLD);
  await rollBack(product);
  await expect.poll(() => offered(product)).toBe('1.0.0');
  const last = await visit(browser, url, network());
  await expect(heading(last, OLD)).toBeVisible();
  await comesBackTo(later, RENEWED);
  await closeAll([later, last]);
});

test('half of the visitors get a version, and each visitor keeps their version when the share grows', async ({
  browser,
  stack: { product, url },
}) => {
  const share = (percent: number) =>
    teamOf(product).request(shareRelease, { params, body: { version: '1.1.0', percent } });
  await share(50);
  await expect.poll(async () => (await versionsOf(product))[0]?.state).toBe('shared');
  const visitors: { page: Page; isNew: boolean }[] = [];
  const sides = () => new Set(visitors.map(({ isNew }) => isNew)).size;
  while (visitors.length < 20 && (visitors.length < 6 || sides() < 2)) {
    const page = await visit(browser, url, network());
    await loaded(page);
    visitors.push({ page, isNew: await heading(page, RENEWED).isVisible() });
  }
  expect(sides()).toBe(2);
  const again = async (nowNew: (isNew: boolean) => boolean) => {
    for (const { page, isNew } of visitors) {
      await page.reload();
      await loaded(page);
      await expect(heading(page, nowNew(isNew) ? RENEWED : OLD)).toBeVisible();
    }
  };
  await again((isNew) => isNew);
  await teamOf(product).request(promoteRelease, { params, body: { version: '1.1.0' } });
  await again(() => true);
  await rollBack(product);
  await again(() => false);
  await closeAll(visitors.map(({ page }) => page));
});

for (const [index, { what, change, code, spoil }] of FAILING.entries())
  test(`a version that ${what} shows a panel, nothing else stops, and it is returned`, async ({
    browser,
    stack,
  }) => {
    const { product } = stack;
    const version = `1.2.${index}`;
    await publishVariant(product, version, change);
    spoil?.(join(stack.home, 'remotes', 'mf-staking', version));
    const pages = await threeSeeThePanel(browser, stack, code);
    await expect.poll(() => offered(product)).toBe('1.0.0');
    const [returned] = (await versionsOf(product)).filter((one) => one.version === version);
    expect(returned).toMatchObject({
      state: 'returned',
      because: expect.stringMatching(/^It failed in 3 of 3 networks \(.+\)\.$/),
    });
    for (const page of pages) {
      await panel(page).getByRole('button', { name: 'Try Again' }).click();
      await expect(heading(page, OLD)).toBeVisible();
      expect(await wasTampered(page)).toBe(false);
    }
    await closeAll(pages);
  });

for (const file of TAMPERED_FILES)
  test(`${file} that is changed in transit never runs, and other visitors get the version`, async ({
    browser,
    stack: { product, url },
  }) => {
    const page = await visit(browser, url, network(), '/');
    await tamperOnTheWay(page, file);
    await openFromHeader(page, 'Staking');
    await expect(panel(page)).toContainText(/REMOTE_BROKEN|RUNTIME-\d+/);
    await restGoesOn(page);
    expect(await wasTampered(page)).toBe(false);
    await page.unrouteAll();
    await panel(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(heading(page, OLD)).toBeVisible();
    expect(await offered(product)).toBe('1.0.0');
    await closeAll([page]);
  });

for (const [index, { what, change, because }] of REFUSED.entries())
  test(`a version with ${what} is rejected, and visitors get the previous one`, async ({
    stack: { product },
  }) => {
    await expect(publishVariant(product, `1.3.${index}`, change)).rejects.toThrow(because);
    expect((await versionsOf(product)).map(({ version }) => version)).not.toContain(`1.3.${index}`);
    expect(await offered(product)).toBe('1.0.0');
  });

test('a version never changes, and the token of another remote opens nothing', async ({
  stack: { product },
}) => {
  await publishVariant(product, '1.4.0', CHANGES.visible, 0);
  await expect(publishVariant(product, '1.4.0', CHANGES.none)).rejects.toThrow(/published with other files/);
  const other = releaseClient({ url: product.url, token: product.releaseToken('mf-leaderboards') });
  await expect(other.request(promoteRelease, { params, body: { version: '1.4.0' } })).rejects.toThrow(
    /requires the release token of mf-staking/,
  );
});
