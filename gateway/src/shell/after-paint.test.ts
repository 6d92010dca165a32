import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { expect, test } from 'vitest';
import { createFolder, gatewaySuite } from '../testing/gateway-under-test.ts';
import { rawGet } from '../testing/visitor.ts';

const SCRIPT = '<script defer src="/assets/main.0123abcd.js"></script>';
const shell = createFolder('shell');
writeFileSync(
  join(shell, 'index.html'),
  `<html><head><script src="/first.js"></script>${SCRIPT}</head></html>`,
);
const gateway = gatewaySuite(createTestDatabase, () => ({
  SHELL_DIR: shell,
  DEMO_WALLET_SCRIPT: join(shell, 'demo-wallet.js'),
}));

const page = async (path: string) =>
  (await rawGet(gateway.url, path, { accept: 'text/html', host: 'localhost:8080' })).text;

test('home defers its scripts until it is painted; other pages do not', async () => {
  const later = [...(await page('/')).matchAll(/<template data-after-paint>(.*?)<\/template>/g)];
  expect(later.map(([, tag]) => tag)).toEqual(['<script src="/demo-wallet.js" defer></script>', SCRIPT]);
  expect(await page('/')).toContain('<script src="/first.js"></script>');
  const other = await page('/rankings');
  expect(other).toContain(SCRIPT);
  expect(other).not.toContain('<template');
});
