import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { browserPath } from '@touchline/platform/parts/browser';
import { PROJECT, startProduct } from '@touchline/platform/product';
import { bytesOf, GAMEWEEK, joinTeams, limitOf, pagesUnderTest } from './web/pages.ts';
import { type PageUnderTest, visit, visitor } from './web/visits.ts';

const ROUND_TRIPS_LIMIT = 6;
const BUILD_LIMIT_S = 2;

/** Answers are held back by these, in ms: the difference of two visits is all round trips and no computing. */
const LATENCIES = [400, 1_900] as const;
const ROUNDS = 3;

const say = (text: string) => console.log(`> ${text}`);
const failures: string[] = [];
const judge = (what: string, value: number, limit: number) => {
  if (value > limit) failures.push(`${what}: ${value} instead of at most ${limit}`);
  else passed += 1;
};
let passed = 0;

const home = mkdtempSync(join(tmpdir(), 'touchline-bench-web-'));
await buildAlone();
const product = await startProduct({ home, replay: { paused: true, fromGameweek: GAMEWEEK }, say });
const browser = await chromium.launch({
  executablePath: await browserPath(PROJECT, say),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});
try {
  const pages = pagesUnderTest(await joinTeams(product.url));
  for (const page of pages)
    judge(`${page.path}, kB`, await bytesOf(browser, product.url, page), limitOf(page));
  await measureRoundTrips(browser, product.url, pages[0] as PageUnderTest);
} finally {
  await browser.close();
  await product.stop();
  rmSync(home, { recursive: true, force: true });
}
for (const failure of failures) console.log(failure);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** One remote's build, without the shell and the other remotes. */
async function buildAlone(): Promise<void> {
  const since = Date.now();
  const rspack = spawn(process.execPath, [join(PROJECT, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], {
    cwd: join(PROJECT, 'mf-staking'),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'ignore',
  });
  const code = await new Promise((done) => rspack.once('exit', done));
  if (code !== 0) throw new Error('the build of mf-staking failed');
  const seconds = (Date.now() - since) / 1000;
  console.log(`build of mf-staking alone: ${seconds.toFixed(1)} s`);
  judge('build of one remote, s', seconds, BUILD_LIMIT_S);
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
    const context = await visitor(on, url);
    const { ms } = await visit(context, page, { latency, rest: 0 });
    await context.close();
    return ms;
  }
}
