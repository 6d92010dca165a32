import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { PROJECT } from '@touchline/local-stack/product';
import { createLimits } from './figures/limits.ts';
import { log } from './figures/log.ts';
import { median } from './figures/statistics.ts';
import { openBrowser } from './web/browser.ts';
import { build, buildAsSingle, buildEverything } from './web/builds.ts';
import { listGuestPages, measureFirstVisit, toKb } from './web/pages.ts';
import { publishUntilVisible } from './web/publication.ts';
import { type Season, startSeason } from './web/season.ts';
import { countCode, createVisitor, type PageUnderTest, type Visit, visit } from './web/visits.ts';

parseArgs(); // no options

/** npm run bench -- web: round trips, code compared with a single build, and duration of builds and publications. */
const MAX_ROUND_TRIPS = 6;
const MAX_BUILD_S = 2;
const MAX_VISIBLE_S = 5;
const MAX_FEDERATION_OVERHEAD_PERCENT = 10;
/** Delays added to each response, in ms: the difference between two visits contains round trips and no computing. */
const LATENCIES = [400, 1_900] as const;
const ROUNDS = 3;

const limits = createLimits();

const folder = mkdtempSync(join(tmpdir(), 'touchline-bench-web-'));
await measureBuilds();
const browser = await openBrowser();
try {
  const federated = await measureProduct({}, async ({ product }, pages) => {
    await measureRoundTrips(browser, product.url, pages[0] as PageUnderTest);
    const staking = pages.find(({ path }) => path === '/staking') as PageUnderTest;
    const { published, visible } = await publishUntilVisible(browser, product, staking);
    console.log(
      `published after ${published.toFixed(1)} s, visible in a new visit after ${visible.toFixed(1)} s`,
    );
    limits.check('publish to visible in a new visit', visible, { max: MAX_VISIBLE_S }, 's');
  });
  const single = await measureProduct({ SHELL_DIR: join(folder, 'single') });
  compare(federated, single);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
limits.close();

/** Builds a single remote, then shell and remotes, then all sources as a single build. */
async function measureBuilds(): Promise<void> {
  const alone = await build(join(PROJECT, 'mf-staking'));
  limits.check('build of one remote', alone, { max: MAX_BUILD_S }, 's');
  const everything = await buildEverything();
  const one = await buildAsSingle(join(folder, 'single'));
  console.log(
    `builds: mf-staking alone ${alone.toFixed(1)} s, shell and remotes in sequence ${everything.toFixed(1)} s, ` +
      `the same sources as a single build ${one.toFixed(1)} s`,
  );
}

/** Plays a season on a product with this gateway environment and visits the pages. @returns the first visit to each page, by name */
async function measureProduct(
  gateway: Record<string, string>,
  then: (season: Season, pages: readonly PageUnderTest[]) => Promise<void> = async () => {},
): Promise<Map<string, Visit>> {
  const home = join(folder, gateway.SHELL_DIR ? 'home-single' : 'home');
  const season = await startSeason({ home, gateway });
  const { product } = season;
  try {
    // A single build uses no remotes, but the page that the gateway serves still references them.
    const blocked = gateway.SHELL_DIR ? { blockedUrl: `${product.url}/remotes/` } : {};
    const pages = listGuestPages(season);
    const visits = new Map<string, Visit>();
    for (const page of pages)
      visits.set(page.name, await measureFirstVisit(browser, product.url, { ...page, ...blocked }));
    await then(season, pages);
    return visits;
  } finally {
    await product.stop();
  }
}

/** Compares scripts and styles of the first visits: the overhead of Module Federation over a single build. */
function compare(federated: ReadonlyMap<string, Visit>, single: ReadonlyMap<string, Visit>): void {
  for (const [name, visit] of federated) {
    const other = single.get(name);
    if (!other) continue;
    const [code, otherCode] = [countCode(visit), countCode(other)];
    const overhead = Math.round((code / otherCode - 1) * 100);
    console.log(
      `${name}: code ${toKb(code)} kB with Module Federation, ${toKb(otherCode)} kB as a single build: ${overhead} % more; ` +
        `requests ${visit.requests} and ${other.requests}`,
    );
    limits.check(`${name}: more code`, overhead, { max: MAX_FEDERATION_OVERHEAD_PERCENT }, '%');
  }
}

/** Serial round trips: by how many ms the page is ready later for each ms added to every response. */
async function measureRoundTrips(on: Browser, url: string, page: PageUnderTest): Promise<void> {
  const trips: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [short, long] = [await measureReadyMs(LATENCIES[0]), await measureReadyMs(LATENCIES[1])];
    trips.push((long - short) / (LATENCIES[1] - LATENCIES[0]));
  }
  log(
    `serial round trips to the first row of the leaderboard: ${trips.map((one) => one.toFixed(1)).join(', ')}`,
  );
  limits.check('serial round trips, median', Math.round(median(trips)), { max: MAX_ROUND_TRIPS }, 'trips');

  async function measureReadyMs(latency: number): Promise<number> {
    const context = await createVisitor(on, url);
    const { ms } = await visit(context, page, { latency, untilReady: true });
    await context.close();
    return ms;
  }
}
