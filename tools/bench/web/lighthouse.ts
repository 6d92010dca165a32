import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '@touchline/local-stack/product';

/** What Lighthouse says about a page on a phone: four times slower, over a simulated slow 4G. */
export interface Findings {
  performance: number;
  accessibility: number;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
}

const FOLDER = join(PROJECT, 'tools/bench/lighthouse');
const CLI = join(FOLDER, 'node_modules', 'lighthouse', 'cli', 'index.js');
const CHROME =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** Lighthouse's code for a trace without the beginning of the visit. */
const MISSED = 'NO_NAVSTART';
const TRIES = 3;

/** Installs the version of bench/lighthouse's lock file, at the first run only. */
export async function ensureLighthouse(): Promise<void> {
  if (existsSync(CLI)) return;
  const npm = ['npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']] as const;
  if ((await run(npm[0], npm[1], FOLDER)) !== 0) throw new Error('Lighthouse could not be installed');
}

/**
 * One audit with a new browser profile; `file` is for its report. Lighthouse 12 now and then misses the beginning of a visit in a
 * browser this new, and then says so instead of judging: that audit is made again.
 */
export async function audit(url: string, chrome: string, file: string, tries = TRIES): Promise<Findings> {
  const args = [
    ...[CLI, url, '--quiet', '--output=json', `--output-path=${file}`],
    ...['--only-categories=performance,accessibility', `--chrome-flags=${CHROME}`],
  ];
  const code = await run(process.execPath, args, FOLDER, { CHROME_PATH: chrome });
  const { runtimeError, categories, audits } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  if (tries > 1 && runtimeError?.code === MISSED) {
    console.log(`> Lighthouse missed the beginning of ${url}, and looks again`);
    return audit(url, chrome, file, tries - 1);
  }
  if (code !== 0) throw new Error(`Lighthouse failed on ${url}`);
  const value = (name: string): number => audits[name].numericValue;
  return {
    performance: Math.round(categories.performance.score * 100),
    accessibility: Math.round(categories.accessibility.score * 100),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
  };
}

function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise<number | null>((done, fail) => child.once('error', fail).once('exit', done));
}
