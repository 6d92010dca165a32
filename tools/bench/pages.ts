import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserPath } from '@touchline/local-stack/dependencies/browser';
import { PROJECT, startProduct } from '@touchline/local-stack/product';
import { openBrowser } from './web/browser.ts';
import { audit, ensureLighthouse, type Findings } from './web/lighthouse.ts';
import { firstVisit, GAMEWEEK, joinTeams, kb, getByteLimit, listPages } from './web/pages.ts';

const RUNS = 3;
const SCORE = 90;
const LCP_HOME_MS = 2_000;
const LCP_MS = 2_500;
const TBT_MS = 300;

const log = (text: string) => console.log(`> ${text}`);
const failures: string[] = [];
let passed = 0;
const judge = (what: string, good: boolean) => {
  if (good) passed += 1;
  else failures.push(what);
};
const median = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

await ensureLighthouse();
const home = mkdtempSync(join(tmpdir(), 'touchline-bench-pages-'));
const product = await startProduct({ home, replay: { paused: true, fromGameweek: GAMEWEEK }, log });
const executablePath = await browserPath(PROJECT, log);
try {
  const pages = listPages(await joinTeams(product.url));
  const browser = await openBrowser(log);
  for (const page of pages) {
    const [bytes, limit] = [kb((await firstVisit(browser, product.url, page)).bytes), getByteLimit(page)];
    judge(`${page.path}: ${bytes} kB instead of at most ${limit}`, bytes <= limit);
  }
  await browser.close();
  for (const { path } of pages.filter(({ player }) => !player)) await judgePage(path);
} finally {
  await product.stop();
  rmSync(home, { recursive: true, force: true });
}
for (const failure of failures) console.log(failure);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** The medians of some audits of a page, each against its goal. */
async function judgePage(path: string): Promise<void> {
  const runs: Findings[] = [];
  for (let run = 0; run < RUNS; run++)
    runs.push(await audit(product.url + path, executablePath, join(home, 'report.json')));
  const of = (what: keyof Findings) => median(runs.map((one) => one[what]));
  const [score, lcp, tbt] = [of('performance'), of('lcp'), of('tbt')];
  console.log(
    `${path}: performance ${score} (${runs.map((one) => one.performance).join(', ')}), accessibility ${of('accessibility')}, ` +
      `FCP ${(of('fcp') / 1000).toFixed(1)} s, LCP ${(lcp / 1000).toFixed(1)} s, TBT ${tbt.toFixed(0)} ms, CLS ${of('cls').toFixed(3)}`,
  );
  const most = path === '/' ? LCP_HOME_MS : LCP_MS;
  judge(`${path}: performance ${score} instead of at least ${SCORE}`, score >= SCORE);
  judge(`${path}: accessibility ${of('accessibility')} instead of 100`, of('accessibility') === 100);
  judge(`${path}: LCP ${lcp.toFixed(0)} ms instead of less than ${most}`, lcp < most);
  judge(`${path}: TBT ${tbt.toFixed(0)} ms instead of less than ${TBT_MS}`, tbt < TBT_MS);
}
