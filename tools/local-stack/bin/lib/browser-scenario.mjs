import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBrowserTests } from './browser-tests.mjs';
import { build } from './build.mjs';
import { ROOT, say } from './project.mjs';

/** Builds the product, runs a scenario of e2e/scenarios in a real browser and prints the totals. @returns an exit code */
export async function runBrowserScenario(name) {
  await build();
  const { browserPath } = await import('../../dist/dependencies/browser.js');
  process.env.CHROME_PATH = await browserPath(ROOT, say);
  const scratch = mkdtempSync(join(tmpdir(), `touchline-${name}-`));
  const config = '--config=scenarios/playwright.config.ts';
  const args = [config, ...process.argv.slice(2), `scenarios/${name}.spec.ts`];
  try {
    const { passed, failed } = await runBrowserTests(join(ROOT, 'e2e'), scratch, () => {}, args);
    console.log(`${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
