import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT, runNode } from './project.mjs';

/**
 * Runs the Playwright tests of a folder. What failed tests leave remains in its `test-results/NAME`: another run of the same folder
 * has another name.
 * @param {string} scratch the temporary folder of the run, whose name the results get
 * @param {(title: string, message: string, snapshot: string[]) => void} noteFailure
 * @param {readonly string[]} args options of Playwright
 */
export async function runBrowserTests(folder, scratch, noteFailure, args = []) {
  const file = join(scratch, 'playwright.json');
  const results = join(folder, 'test-results', basename(scratch));
  const code = await runNode(
    join(ROOT, 'node_modules/@playwright/test/cli.js'),
    ['test', '--reporter=list,json', `--output=${results}`, ...args],
    {
      cwd: folder,
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    },
  );
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'));
  for (const { title, tests } of suites.flatMap(specsOf))
    for (const { error, attachments } of tests.flatMap(({ results }) => results))
      if (error) noteFailure(title, error.message, findSnapshot(attachments));
  // a flaky test has failed
  const failed = stats.unexpected + stats.flaky;
  if (code === 0) rmSync(results, { recursive: true, force: true });
  return { passed: stats.expected, failed: code === 0 ? failed : Math.max(1, failed) };
}

const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** Finds the failed page's accessibility tree, as lines. */
function findSnapshot(attachments) {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  const [, tree = ''] = path ? readFileSync(path, 'utf8').split('```yaml\n') : [];
  return tree.split('```')[0].split('\n', 80);
}
