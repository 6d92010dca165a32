import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { ROOT, runNode, say } from './project.mjs';

/** Builds the product, runs a scenario of e2e/scenarios in a real browser and prints the totals. @returns an exit code */
export async function runBrowserScenario(name) {
  await ensureInstalled();
  await build();
  const { browserPath } = await import('../../dist/dependencies/browser.js');
  const results = mkdtempSync(join(tmpdir(), `touchline-${name}-`));
  const file = join(results, 'results.json');
  const config = '--config=scenarios/playwright.config.ts';
  try {
    const code = await runNode(
      join(ROOT, 'node_modules/@playwright/test/cli.js'),
      ['test', config, '--reporter=list,json', ...process.argv.slice(2), `scenarios/${name}.spec.ts`],
      {
        cwd: join(ROOT, 'e2e'),
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROME_PATH: await browserPath(ROOT, say) },
      },
    );
    const stats = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).stats : {};
    const failed = Math.max(stats.unexpected ?? 0, code === 0 ? 0 : 1);
    console.log(`${stats.expected ?? 0} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}
