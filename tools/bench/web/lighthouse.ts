import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '@touchline/local-stack/product';
import { DEMO_WALLET } from './visits.ts';

/** Lighthouse results of a page on a simulated phone: CPU slowed down four times, slow 4G network. Times are in ms. */
export interface Audit {
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

/** Lighthouse's error code for a trace without the start of the visit. */
const NO_NAVIGATION_START = 'NO_NAVSTART';
const MAX_ATTEMPTS = 3;

/** Installs Lighthouse as locked in tools/bench/lighthouse, unless it is installed. @throws Error when npm fails */
export async function ensureLighthouse(): Promise<void> {
  if (existsSync(CLI)) return;
  const npm = ['npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']] as const;
  if ((await run(npm[0], npm[1], FOLDER)) !== 0) throw new Error('Lighthouse installation failed');
}

/**
 * Audits a page with a new browser profile. Lighthouse 12 sometimes misses the start of a visit in a recent browser and reports an
 * error; the audit is repeated then.
 * @param file path of Lighthouse's JSON report
 */
export async function audit(
  url: string,
  chrome: string,
  file: string,
  attempts = MAX_ATTEMPTS,
): Promise<Audit> {
  const args = [
    CLI,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    '--only-categories=performance,accessibility',
    `--chrome-flags=${CHROME}`,
    `--blocked-url-patterns=*${DEMO_WALLET}`,
  ];
  const code = await run(process.execPath, args, FOLDER, { CHROME_PATH: chrome });
  const { runtimeError, categories, audits } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  if (attempts > 1 && runtimeError?.code === NO_NAVIGATION_START) {
    console.log(`> Lighthouse missed the start of the visit to ${url}; retrying`);
    return audit(url, chrome, file, attempts - 1);
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
