import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { browserPath } from '@touchline/local-stack/dependencies/browser';
import { PROJECT, startProduct } from '@touchline/local-stack/product';
import { openBrowser } from './web/browser.ts';
import { type Audit, audit, ensureLighthouse } from './web/lighthouse.ts';
import { GAMEWEEK, getByteLimit, joinTeams, listPages, measureVisits, toKb } from './web/pages.ts';

parseArgs(); // no options

/** npm run bench -- pages: first visits to the pages, and Lighthouse audits of the public ones. */
const RUNS = 3;
const MIN_SCORE = 90;
const MAX_HOME_LCP_MS = 2_000;
const MAX_LCP_MS = 2_500;
const MAX_TBT_MS = 300;

const log = (text: string) => console.log(`> ${text}`);
const failures: string[] = [];
let passed = 0;
const check = (what: string, ok: boolean) => {
  if (ok) passed += 1;
  else failures.push(`failed: ${what}`);
};
const median = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

await ensureLighthouse();
const home = mkdtempSync(join(tmpdir(), 'touchline-bench-pages-'));
const product = await startProduct({ home, replay: { paused: true, fromGameweek: GAMEWEEK }, say: log });
const executablePath = await browserPath(PROJECT, log);
try {
  const pages = listPages(await joinTeams(product.url));
  const browser = await openBrowser(log);
  for (const page of pages) {
    const [bytes, limit] = [
      toKb((await measureVisits(browser, product.url, page)).bytes),
      getByteLimit(page),
    ];
    check(`${page.path}: ${bytes} kB (limit: at most ${limit})`, bytes <= limit);
  }
  await browser.close();
  for (const { path } of pages.filter(({ player }) => !player)) await auditPage(path);
} finally {
  await product.stop();
  rmSync(home, { recursive: true, force: true });
}
for (const failure of failures) console.log(failure);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

/** Audits a page several times and checks the medians against their limits. */
async function auditPage(path: string): Promise<void> {
  const runs: Audit[] = [];
  for (let run = 0; run < RUNS; run++)
    runs.push(await audit(product.url + path, executablePath, join(home, 'report.json')));
  const medianOf = (key: keyof Audit) => median(runs.map((each) => each[key]));
  const [score, lcp, tbt] = [medianOf('performance'), medianOf('lcp'), medianOf('tbt')];
  console.log(
    `${path}: performance ${score} (${runs.map((each) => each.performance).join(', ')}), accessibility ${medianOf('accessibility')}, ` +
      `FCP ${(medianOf('fcp') / 1000).toFixed(1)} s, LCP ${(lcp / 1000).toFixed(1)} s, TBT ${tbt.toFixed(0)} ms, CLS ${medianOf('cls').toFixed(3)}`,
  );
  const maxLcp = path === '/' ? MAX_HOME_LCP_MS : MAX_LCP_MS;
  check(`${path}: performance ${score} (limit: at least ${MIN_SCORE})`, score >= MIN_SCORE);
  check(
    `${path}: accessibility ${medianOf('accessibility')} (limit: 100)`,
    medianOf('accessibility') === 100,
  );
  check(`${path}: LCP ${lcp.toFixed(0)} ms (limit: less than ${maxLcp})`, lcp < maxLcp);
  check(`${path}: TBT ${tbt.toFixed(0)} ms (limit: less than ${MAX_TBT_MS})`, tbt < MAX_TBT_MS);
}
