import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { beforeAll, expect, test } from 'vitest';
import { createFolder, type GatewayUnderTest, gatewaySuite } from '../testing/gateway-under-test.ts';
import { rawGet } from '../testing/visitor.ts';

const PAGE =
  '<!doctype html><html><head><script defer src="/assets/main.0123abcd.js"></script></head></html>';
const page = { accept: 'text/html', host: 'localhost:8080' };
const MORE = '/demo-wallet-more.0123abcd.js';
const shellDir = createFolder('shell');
const walletDir = createFolder('demo');

const gateway = gatewaySuite(createTestDatabase, () => ({ SHELL_DIR: shellDir }));
let local: GatewayUnderTest;

beforeAll(async () => {
  writeFileSync(join(shellDir, 'index.html'), PAGE);
  writeFileSync(join(walletDir, 'demo-wallet.js'), 'announce();');
  writeFileSync(join(walletDir, MORE), 'ask();');
  for (const name of ['.build-hash', 'demo-wallet-more.js', `${MORE}.br`])
    writeFileSync(join(walletDir, name), 'not for pages');
  local = await gateway.start({
    SHELL_DIR: shellDir,
    DEMO_WALLET_SCRIPT: join(walletDir, 'demo-wallet.js'),
  });
});

test('the page contains the demo wallet only if it is configured', async () => {
  expect((await rawGet(gateway.url, '/', page)).text).not.toContain('demo-wallet');
  const html = (await rawGet(local.url, '/', page)).text;
  expect(html.indexOf('<script src="/demo-wallet.js" defer></script>')).toBeGreaterThan(0);
  expect(html.indexOf('demo-wallet')).toBeLessThan(html.indexOf('main.0123abcd'));
});

test.each([
  ['/demo-wallet.js', 'announce();', 'no-cache'],
  [MORE, 'ask();', 'public, max-age=31536000, immutable'],
])('%s is served only if the demo wallet is configured', async (path, text, cache) => {
  expect((await rawGet(gateway.url, path)).status).toBe(404);
  const response = await rawGet(local.url, path);
  expect([response.text, response.headers['cache-control']]).toEqual([text, cache]);
});

test.each([
  '/.build-hash',
  '/demo-wallet-more.js',
  `${MORE}.br`,
  '/demo-wallet-more.0123ABCD.js',
  `/other${MORE}`,
  `${MORE}/../demo-wallet-more.js`,
  '/demo-wallet-more.%2e%2e%2f.js',
])('%s in the folder of the demo wallet is not served', async (path) => {
  expect((await rawGet(local.url, path)).status).toBe(404);
});
