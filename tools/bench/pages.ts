import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { browserPath } from '@touchline/local-stack/dependencies/browser';
import { PROJECT } from '@touchline/local-stack/product';
import { createLimits } from './figures/limits.ts';
import { log } from './figures/log.ts';
import { median } from './figures/statistics.ts';
import { openBrowser } from './web/browser.ts';
import { type Audit, audit, ensureLighthouse } from './web/lighthouse.ts';
import {
  describePage,
  getByteLimit,
  listGuestPages,
  listPlayerPages,
  measureFirstVisit,
  toKb,
} from './web/pages.ts';
import { startSeason } from './web/season.ts';

const { values: options } = parseArgs({ options: { 'bytes-only': { type: 'boolean', default: false } } });

/** npm run bench -- pages: bytes of first visits to all pages, and Lighthouse audits of those for guests. */
const RUNS = 3;
const MIN_SCORE = 90;
const MAX_HOME_LCP_MS = 2_000;
const MAX_LCP_MS = 2_500;
const MAX_TBT_MS = 300;

const limits = createLimits();

if (!options['bytes-only']) await ensureLighthouse();
const home = mkdtempSync(join(tmpdir(), 'touchline-bench-pages-'));
const season = await startSeason({ home });
const { product } = season;
const executablePath = await browserPath(PROJECT, log);
try {
  const guestPages = listGuestPages(season);
  const browser = await openBrowser();
  for (const page of [...guestPages, ...listPlayerPages(season)]) {
    const { bytes } = await measureFirstVisit(browser, product.url, page);
    limits.check(describePage(page), toKb(bytes), { max: getByteLimit(page) }, 'kB');
  }
  await browser.close();
  if (!options['bytes-only']) for (const { path } of guestPages) await auditPage(path);
} finally {
  await product.stop();
  rmSync(home, { recursive: true, force: true });
}
limits.close();

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
  limits.check(`${path}: performance`, score, { min: MIN_SCORE }, 'points');
  limits.check(`${path}: accessibility`, medianOf('accessibility'), { min: 100 }, 'points');
  limits.check(`${path}: LCP`, lcp, { max: maxLcp }, 'ms');
  limits.check(`${path}: TBT`, tbt, { max: MAX_TBT_MS }, 'ms');
}
