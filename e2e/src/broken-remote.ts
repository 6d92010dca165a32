import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { PROJECT } from '@touchline/platform/product';

const FOLDER = join(PROJECT, 'e2e', 'remotes', 'mf-broken');
const BASE = '/remotes/mf-broken/1.0.0';

/** Builds a remote that fails while rendering. */
export function buildBrokenRemote(): void {
  execFileSync(
    process.execPath,
    [join(PROJECT, 'node_modules', '@rspack', 'cli', 'bin', 'rspack.js'), 'build'],
    {
      cwd: FOLDER,
      stdio: 'pipe',
    },
  );
}

/** Adds it to the registry and serves its files, for this page only. The page does not bring its list along, so that it asks. */
export async function publishBrokenRemote(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/"remotes":\[.*\]\}(?=<\/script>)/s, '"remotes":null}');
      await route.fulfill({ response, body });
    },
  );
  await page.route('**/api/remotes', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { remotes: unknown[] } };
    body.data.remotes.push({
      name: 'mf-broken',
      version: '1.0.0',
      manifest: `${BASE}/mf-manifest.json`,
      routes: [{ path: '/broken', label: 'Broken', order: 50, audience: 'everyone' }],
      integrity: null,
      assets: [],
    });
    await route.fulfill({ response, json: body });
  });
  await page.route(`**${BASE}/**`, (route) => {
    const file = new URL(route.request().url()).pathname.slice(BASE.length + 1);
    return route.fulfill({ path: join(FOLDER, 'dist', file) });
  });
}
