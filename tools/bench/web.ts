import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { PROJECT, type Product, startProduct } from '@touchline/local-stack/product';
import { openBrowser } from './web/browser.ts';
import { build, buildAsSingle, buildEverything } from './web/builds.ts';
import { firstVisit, GAMEWEEK, joinTeams, kb, getByteLimit, listPages } from './web/pages.ts';
import { publishUntilVisible } from './web/publication.ts';
import { type PageUnderTest, type Visit, visit, createVisitor } from './web/visits.ts';

const ROUND_TRIPS_LIMIT = 6;
const BUILD_LIMIT_S = 2;
const VISIBLE_LIMIT_S = 5;
const MORE_LIMIT_PERCENT = 10;
/** Answers are held back by these, in ms: the difference of two visits is all round trips and no computing. */
const LATENCIES = [400, 1_900] as const;
const ROUNDS = 3;

const log = (text: string) => console.log(`> ${text}`);
const failures: string[] = [];
const judge = (what: string, value: number, limit: number) => {
  if (value > limit) failures.push(`${what}: ${value} instead of at most ${limit}`);
  else passed += 1;
};
let passed = 0;

const folder = mkdtempSync(join(tmpdir(), 'touchline-bench-web-'));
await measureBuilds();
const browser = await openBrowser(log);
try {
  const inParts = await measureProduct({}, async (product, pages) => {
    await measureRoundTrips(browser, product.url, pages[0] as PageUnderTest);
    const staking = pages.find(({ path }) => path === '/staking') as PageUnderTest;
    const { published, visible } = await publishUntilVisible(browser, product, staking);
    console.log(`published after ${published.toFixed(1)} s, in a new visit after ${visible.toFixed(1)} s`);
    judge('publish to visible in a new visit, s', visible, VISIBLE_LIMIT_S);
  });
  const asOne = await measureProduct({ SHELL_DIR: join(folder, 'one') });
  compare(inParts, asOne);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.log(failure);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** One remote alone, everything, and everything as one build. */
async function measureBuilds(): Promise<void> {
  const alone = await build(join(PROJECT, 'mf-staking'));
  judge('build of one remote, s', alone, BUILD_LIMIT_S);
  const everything = await buildEverything();
  const one = await buildAsSingle(join(folder, 'one'));
  console.log(
    `builds: mf-staking alone ${alone.toFixed(1)} s, shell and remotes one after the other ${everything.toFixed(1)} s, ` +
      `the same sources as one build ${one.toFixed(1)} s`,
  );
}

/** Starts a product with this environment of its gateway and visits the pages. @returns the first visit of each, by path */
async function measureProduct(
  gateway: Record<string, string>,
  then: (product: Product, pages: readonly PageUnderTest[]) => Promise<void> = async () => {},
): Promise<Map<string, Visit>> {
  const home = join(folder, gateway.SHELL_DIR ? 'home-one' : 'home');
  const product = await startProduct({
    ...{ home, log, env: { gateway } },
    replay: { paused: true, fromGameweek: GAMEWEEK },
  });
  try {
    // As one build it fetches nothing of the remotes; the page that the gateway serves still names them.
    const without = gateway.SHELL_DIR ? { without: `${product.url}/remotes/*` } : {};
    const game = await joinTeams(product.url);
    const pages = listPages(game);
    const visits = new Map<string, Visit>();
    for (const page of pages) {
      const first = await firstVisit(browser, product.url, { ...page, ...without });
      visits.set(page.path.split('?')[0] ?? '', first);
      if (!gateway.SHELL_DIR) judge(`${page.path}, kB`, kb(first.bytes), getByteLimit(page));
    }
    await then(product, pages);
    return visits;
  } finally {
    await product.stop();
  }
}

/** What parts of separate teams cost: scripts and styles of the first visit. */
function compare(inParts: ReadonlyMap<string, Visit>, asOne: ReadonlyMap<string, Visit>): void {
  for (const [path, visit] of inParts) {
    const one = asOne.get(path);
    if (!one) continue;
    const more = Math.round((visit.code / one.code - 1) * 100);
    console.log(
      `${path}: code ${kb(visit.code)} kB in parts, ${kb(one.code)} kB as one build: ${more} % more; ` +
        `requests ${visit.requests} and ${one.requests}`,
    );
    judge(`${path}, % more than one build`, more, MORE_LIMIT_PERCENT);
  }
}

/** Serial round trips: how much later the sign comes per ms that each answer is held back. */
async function measureRoundTrips(on: Browser, url: string, page: PageUnderTest): Promise<void> {
  const trips: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [short, long] = [await timeOf(LATENCIES[0]), await timeOf(LATENCIES[1])];
    trips.push((long - short) / (LATENCIES[1] - LATENCIES[0]));
  }
  const median = trips.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
  console.log(
    `serial round trips to the first row of the leaderboard: ${median.toFixed(1)} (${trips.map((one) => one.toFixed(1)).join(', ')})`,
  );
  judge('serial round trips', Math.round(median), ROUND_TRIPS_LIMIT);

  async function timeOf(latency: number): Promise<number> {
    const context = await createVisitor(on, url);
    const { ms } = await visit(context, page, { latency, rest: 0 });
    await context.close();
    return ms;
  }
}
