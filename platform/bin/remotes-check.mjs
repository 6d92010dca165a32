#!/usr/bin/env node
// npm run remotes-check: builds and runs the campaign of broken versions of a remote, in real browsers.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { ROOT, runNode, say } from './lib/project.mjs';

main(async () => {
  await ensureInstalled();
  await build();
  const { browserPath } = await import('../dist/parts/browser.js');
  const results = mkdtempSync(join(tmpdir(), 'touchline-remotes-check-'));
  const file = join(results, 'results.json');
  try {
    const code = await runNode(
      join(ROOT, 'node_modules/@playwright/test/cli.js'),
      ['test', '--config=campaigns/playwright.config.ts', '--reporter=list,json', ...process.argv.slice(2)],
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
});
