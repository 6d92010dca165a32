import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { query } from '@touchline/service-kit/data/database';
import { expect, test } from 'vitest';
import { createFolder, gatewaySuite } from '../testing/gateway-under-test.ts';
import { rawGet } from '../testing/visitor.ts';

const DAY = 24 * 60 * 60_000;

/** Writes a build of the shell with these files. */
function buildShell(files: Record<string, string>): string {
  const folder = createFolder('build');
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'assets', name), text);
  return folder;
}

const OLD = {
  'wallet.11111111.js': `export const wallet = '${'old '.repeat(400)}';`,
  'wallet.11111111.js.br': 'compressed',
  'wallet.11111111.js.map': '{}',
  'notes.txt': 'no hash',
};
const NEW = { 'wallet.22222222.js': 'new', 'main.22222222.css': 'p {}' };
const gateway = gatewaySuite(createTestDatabase, () => ({ SHELL_DIR: buildShell(OLD) }));
const storedNames = async () =>
  (await query<{ name: string }>(gateway.db, 'select name from shell_files order by name')).map(
    ({ name }) => name,
  );

test('during and after an upgrade, every gateway serves the files of the other shell', async () => {
  const next = await gateway.start({ SHELL_DIR: buildShell(NEW) });
  const old = await rawGet(next.url, '/assets/wallet.11111111.js', { 'accept-encoding': 'identity' });
  expect([old.status, old.text]).toEqual([200, OLD['wallet.11111111.js']]);
  expect(old.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  const compressed = await rawGet(next.url, '/assets/wallet.11111111.js', { 'accept-encoding': 'br' });
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  const style = await rawGet(gateway.url, '/assets/main.22222222.css');
  expect([style.status, style.text]).toEqual([200, 'p {}']);
  for (const name of ['notes.txt', 'wallet.11111111.js.map', 'wallet.33333333.js', '..%2fwallet.11111111.js'])
    expect((await rawGet(next.url, `/assets/${name}`)).status).toBe(404);
});

test('files are kept for a time after the last gateway that served them', async () => {
  const before = Date.now();
  const next = await gateway.start({ SHELL_DIR: buildShell(NEW), REMOTES_KEEP_DAYS: '7' });
  const times = await query<{ name: string; kept_until: number }>(
    gateway.db,
    "select name, kept_until from shell_files where name ~ '2222' order by name",
  );
  expect(times).toHaveLength(2);
  for (const { kept_until } of times) expect(Math.abs(kept_until - before - 7 * DAY)).toBeLessThan(DAY);
  expect(await storedNames()).toEqual(['main.22222222.css', 'wallet.11111111.js', 'wallet.22222222.js']);
  await gateway.db.raw('update shell_files set kept_until = ?', [new Date()]);
  await gateway.start({ SHELL_DIR: buildShell({ ...NEW, 'wallet.44444444.js': 'newest' }) });
  expect(await storedNames()).toEqual(['main.22222222.css', 'wallet.22222222.js', 'wallet.44444444.js']);
  expect((await rawGet(next.url, '/assets/wallet.11111111.js')).status).toBe(404);
});
