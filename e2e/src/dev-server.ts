import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '@touchline/local-stack/dependencies/ports';
import { waitUntil } from '@touchline/local-stack/dependencies/wait';
import { PROJECT } from '@touchline/local-stack/product';

interface DevServer {
  url: string;
  stop(): Promise<void>;
}

/** Starts the dev server of a remote: alone under a fake host, or with `product` inside the product at that URL. */
async function startDevServer(folder: string, product?: string): Promise<DevServer> {
  const port = await freePort();
  const env: NodeJS.ProcessEnv = { ...process.env, PORT: String(port) };
  if (product) env.TOUCHLINE_URL = product;
  const rspack = join(PROJECT, 'node_modules/@rspack/cli/bin/rspack.js');
  const child: ChildProcess = spawn(process.execPath, [rspack, 'serve'], {
    cwd: folder,
    env,
    stdio: 'ignore',
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  return {
    url: `http://localhost:${port}`,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

/** Opens a page of a dev server as soon as it listens. */
async function openPage(page: Page, url: string): Promise<void> {
  await waitUntil(async () => (await fetch(url)).ok, {
    what: `the dev server at ${url}`,
    timeoutMs: 120_000,
  });
  await page.goto(url);
}

/**
 * Edits the title of a new remote and waits until open pages show it: alone without a reload of the page, inside a product after one.
 * The product itself keeps its version.
 */
export async function editInDevServers(page: Page, label: string, product: string): Promise<void> {
  const folder = join(PROJECT, `mf-${label.toLowerCase()}`);
  const file = join(folder, `src/page/${label}Page.tsx`);
  const source = readFileSync(file, 'utf8');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const path = `/${label.toLowerCase()}`;
  for (const target of [undefined, product]) {
    const server = await startDevServer(folder, target);
    try {
      await openPage(page, `${server.url}${path}`);
      await heading(label).waitFor();
      await page.evaluate(() => document.documentElement.setAttribute('data-opened', ''));
      writeFileSync(file, source.replace(`title="${label}"`, `title="${label} edited"`));
      await heading(`${label} edited`).waitFor();
      const isReloaded = (await page.locator('html[data-opened]').count()) === 0;
      if (isReloaded !== (target !== undefined)) throw new Error(`reloaded: ${isReloaded}`);
    } finally {
      writeFileSync(file, source);
      await server.stop();
    }
  }
  await page.goto(`${product}${path}`);
  await heading(label).waitFor();
}
