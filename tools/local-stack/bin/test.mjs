#!/usr/bin/env node
// npm test: installs, builds and runs all checks and tests; ends with a line of totals.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runBrowserTests } from './lib/browser-tests.mjs';
import { build } from './lib/build.mjs';
import { runChecks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { ROOT, runNode, say } from './lib/project.mjs';

const MEMORY = '/dev/shm';
/** The temporary folder of the run. */
let scratch = '';
const totals = [];
/** One text per failed test: its title and the first lines of its error. */
const failures = [];

main(async () => {
  scratch = createScratch();
  process.env.TMPDIR = scratch;
  process.once('exit', removeScratch); // also after Ctrl-C
  try {
    await step('install', ensured(ensureInstalled));
    await step('build', ensured(build));
    await step('unit and service tests', vitest);
    await step('browser', ensured(findBrowser));
    await step('end-to-end tests', () => runBrowserTests(join(ROOT, 'e2e'), scratch, noteFailure));
    // The season mostly waits, the others mostly compute.
    await Promise.all([
      step('check', checks),
      step('a short season', () => counted('season')),
      step('a short fuzz', () => counted('fuzz', ['--seed', '1', '--runs', '12'])),
    ]);
  } catch (error) {
    console.error(error.message); // the following steps depend on this one
  }
  return close();
});

/** In memory if it has room: creating a database of a test takes half the time there. */
function createScratch() {
  const folder = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), 'touchline-test-'));
  chmodSync(folder, 0o755); // the postgres user must reach its data
  return folder;
}

/** After Ctrl-C the last processes may still write for a moment: another attempt finds their files. */
function removeScratch() {
  for (let attempt = 1; attempt <= 3; attempt += 1)
    try {
      return rmSync(scratch, { recursive: true, force: true, maxRetries: 8 });
    } catch (error) {
      if (attempt === 3) console.error(`${scratch} was not removed: ${error.message}`);
    }
}

function hasRoomInMemory() {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.includes(` ${MEMORY} `));
  const runsPrograms = !mount?.includes('noexec'); // as some tests do
  return runsPrograms && Math.min(bavail * bsize, freemem()) > 6 * 2 ** 30;
}

/** Runs a step and adds its results to the totals. */
async function step(name, work) {
  const since = Date.now();
  console.log(`\n=== ${name}`);
  const { passed, failed, broken } = await work().catch((error) => ({ passed: 0, failed: 1, broken: error }));
  totals.push({ name, passed, failed });
  console.log(
    `=== ${name}: ${passed} passed, ${failed} failed (${Math.round((Date.now() - since) / 1000)} s)`,
  );
  if (broken) throw broken;
}

/** A step without tests: it counts only if it fails, which ends the run. */
function ensured(work) {
  return async () => {
    await work();
    return { passed: 0, failed: 0 };
  };
}

async function checks() {
  const { passed, failed } = await runChecks();
  for (const name of failed) console.log(`failed: ${name}`);
  return { passed, failed: failed.length };
}

/**
 * Two runs side by side, so that no worker loads the libraries of both. They end at about the same time: with fewer workers, one run
 * was left alone with its last files.
 */
async function vitest() {
  const runs = [
    runVitest('components', '--project=browser', '--maxWorkers=2'),
    runVitest('services', '--project=!browser', '--maxWorkers=3'),
  ];
  const done = await Promise.all(runs);
  const sum = (key) => done.reduce((total, one) => total + one[key], 0);
  return { passed: sum('passed'), failed: sum('failed') };
}

async function runVitest(name, ...options) {
  const file = join(scratch, `${name}.json`);
  const code = await runNode(join(ROOT, 'node_modules/vitest/vitest.mjs'), [
    'run',
    ...options,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const brokenFiles = report.testResults.filter(
    (one) => one.status === 'failed' && one.assertionResults.length === 0,
  );
  const failed = report.numFailedTests + brokenFiles.length;
  for (const { name, message } of brokenFiles) noteFailure(name, message);
  for (const one of report.testResults.flatMap(({ assertionResults }) => assertionResults))
    if (one.status === 'failed') noteFailure(one.fullName, one.failureMessages[0]);
  return { passed: report.numPassedTests, failed: atLeastOne(failed, code) };
}

async function findBrowser() {
  const { headlessBrowserPath } = await import('../dist/dependencies/browser.js');
  process.env.CHROME_PATH = await headlessBrowserPath(ROOT, say);
  say(`browser: ${process.env.CHROME_PATH}`);
}

/** @param details lines below those of the message */
function noteFailure(title, message = '', details = []) {
  const lines = stripVTControlCharacters(message).split('\n', 8);
  failures.push([title, ...lines, ...details].join('\n    '));
}

/** Runs a program of tools/scenarios, which ends with "N passed, M failed", and prints its output when it ends. */
async function counted(name, args = []) {
  let output = '';
  const script = join(ROOT, `tools/scenarios/dist/${name}/main.js`);
  const code = await runNode(script, args, { quiet: true, onText: (text) => (output += text) });
  process.stdout.write(output);
  const last = [...output.matchAll(/^(\d+) passed, (\d+) failed/gm)].at(-1);
  if (!last) return { passed: 0, failed: 1 };
  return { passed: Number(last[1]), failed: atLeastOne(Number(last[2]), code) };
}

/** A step that exits with an error has at least one failure. */
function atLeastOne(failed, code) {
  return code === 0 ? failed : Math.max(1, failed);
}

/** Prints the failures and the totals. */
function close() {
  const sum = (key) => totals.reduce((total, one) => total + one[key], 0);
  console.log('');
  for (const failure of failures) console.log(`failed: ${failure}\n`);
  for (const { name, failed } of totals.filter((one) => one.failed > 0))
    console.log(`${name}: ${failed} failed`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') > 0 ? 1 : 0;
}
