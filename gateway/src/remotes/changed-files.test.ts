import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { beforeEach, expect, test } from 'vitest';
import { createFolder, gatewaySuite } from '../testing/gateway-under-test.ts';
import { registerFolder } from '../testing/register-folder.ts';
import { visitor } from '../testing/visitor.ts';

const SCRIPT = `export const answer = ${JSON.stringify('x'.repeat(5_000))};`;
const CHANGED = SCRIPT.replace('xxx', 'yyy');
const folder = createFolder('changed');

const gateway = gatewaySuite(createTestDatabase);

/** Each test publishes its own version and starts a gateway with it. */
let version = '';
let count = 0;
let url = '';
beforeEach(async () => {
  version = `1.0.${++count}`;
  mkdirSync(join(folder, 'mf-a', version, 'assets'), { recursive: true });
  write('remote.json', JSON.stringify({ name: 'mf-a', routes: [{ path: '/a', label: 'A', order: 1 }] }));
  write('mf-manifest.json', '{"name":"mf-a"}');
  write('assets/main.js', SCRIPT);
  write('assets/main.js.gz', gzipSync(SCRIPT));
  const started = await gateway.start({ REMOTES_DIR: folder });
  await registerFolder(started, folder);
  url = started.url;
});

const getPath = (file: string) => join(folder, 'mf-a', version, file);
const write = (file: string, content: string | Buffer) => writeFileSync(getPath(file), content);
const get = (file: string, encoding: string, from = url) =>
  visitor(from).get(`/remotes/mf-a/${version}/${file}`, { 'accept-encoding': encoding });

test.each(['identity', 'gzip', 'br'])(
  'S10 a changed script is 404 until it is restored (%s)',
  async (encoding) => {
    expect((await get('assets/main.js', encoding)).text).toBe(SCRIPT);
    const { atime, mtime, size } = statSync(getPath('assets/main.js'));
    write('assets/main.js', CHANGED);
    utimesSync(getPath('assets/main.js'), atime, mtime);
    expect(statSync(getPath('assets/main.js')).size).toBe(size);
    const rejected = await get('assets/main.js', encoding);
    expect([rejected.status, rejected.headers.get('cache-control')]).toEqual([404, 'no-store']);
    const restarted = await gateway.start({ REMOTES_DIR: folder });
    expect((await get('assets/main.js', encoding, restarted.url)).status).toBe(404);
    write('assets/main.js', SCRIPT);
    expect((await get('assets/main.js', encoding)).text).toBe(SCRIPT);
  },
);

test('S10 a changed manifest and an added file are 404', async () => {
  write('mf-manifest.json', '{"name":"mf-b"}');
  write('assets/more.js', SCRIPT);
  expect((await get('mf-manifest.json', 'gzip')).status).toBe(404);
  expect((await get('assets/more.js', 'gzip')).status).toBe(404);
});

test('S10 a changed compressed file is not served instead of the script', async () => {
  write('assets/main.js.gz', gzipSync(CHANGED));
  expect((await get('assets/main.js', 'gzip')).text).toBe(SCRIPT);
});
