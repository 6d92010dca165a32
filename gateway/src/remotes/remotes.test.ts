import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFolder, gatewaySuite } from '../testing/gateway-under-test.ts';
import { registerFolder } from '../testing/register-folder.ts';
import {
  admin,
  bearer,
  getToken,
  newPlayer,
  rawGet,
  signIn,
  type Visitor,
  visitor,
} from '../testing/visitor.ts';

const SCRIPT = `export const answer = ${JSON.stringify('x'.repeat(5_000))};`;
const script = '/remotes/mf-leaderboards/1.1.0/remoteEntry.0123abcd.js';
const folder = createFolder('remotes');

interface ListedRemote {
  name: string;
  version: string;
  manifest: string;
  routes: { path: string; audience: string }[];
  integrity: string;
}

const manifest = (name: string) => ({
  name,
  metaData: { remoteEntry: { name: 'remoteEntry.0123abcd.js' } },
  exposes: [],
  shared: [],
});

/** Writes a remote to the folder, dated `age` seconds ago. */
function publish(name: string, version: string, routes: object[], age = 0): void {
  const path = join(folder, name, version);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'remote.json'), JSON.stringify({ name, routes }));
  writeFileSync(join(path, 'mf-manifest.json'), JSON.stringify(manifest(name)));
  writeFileSync(join(path, 'remoteEntry.0123abcd.js'), SCRIPT);
  writeFileSync(join(path, 'remoteEntry.0123abcd.js.map'), '{}');
  const made = new Date(Date.now() - age * 1_000);
  utimesSync(path, made, made);
}

async function remotesFor(browser: Visitor, headers: Record<string, string> = {}): Promise<ListedRemote[]> {
  return (await browser.get('/api/remotes', headers)).json.data?.remotes as ListedRemote[];
}

beforeAll(() => {
  publish('mf-leaderboards', '1.0.0', [{ path: '/rankings', label: 'Rankings', order: 20 }], 60);
  publish('mf-leaderboards', '1.1.0', [{ path: '/rankings', label: 'Rankings', order: 20 }], 30);
  publish('mf-admin', '1.0.0', [{ path: '/admin', label: 'Admin', order: 90, audience: 'admins' }]);
  symlinkSync('/etc/hostname', join(folder, 'mf-leaderboards', '1.1.0', 'out.txt'));
});

const gateway = gatewaySuite(createTestDatabase, () => ({ REMOTES_DIR: folder }));
beforeAll(() => registerFolder(gateway, folder));

describe('registry', () => {
  test('the registry lists the newest version with its routes, manifest and integrity', async () => {
    const [remote, ...others] = await remotesFor(visitor(gateway.url));
    expect(others).toEqual([]);
    expect(remote).toEqual({
      name: 'mf-leaderboards',
      version: '1.1.0',
      manifest: '/remotes/mf-leaderboards/1.1.0/mf-manifest.json',
      routes: [{ path: '/rankings', label: 'Rankings', order: 20, audience: 'everyone' }],
      integrity: expect.stringMatching(/^sha384-[A-Za-z0-9+/]{64}$/),
      assets: [{ url: script, integrity: expect.stringMatching(/^sha384-/) }],
    });
  });

  test('SHELL-05 the registry lists the admin remote for admins only', async () => {
    const player = newPlayer();
    const playerToken = getToken(await signIn(visitor(gateway.url), player));
    const adminToken = getToken(await signIn(visitor(gateway.url), admin));
    const namesFor = async (headers: Record<string, string>) =>
      (await remotesFor(visitor(gateway.url), headers)).map((remote) => remote.name);
    expect(await namesFor(bearer(playerToken))).toEqual(['mf-leaderboards']);
    expect(await namesFor(bearer('not.a.token'))).toEqual(['mf-leaderboards']);
    expect(await namesFor(bearer(adminToken))).toEqual(['mf-admin', 'mf-leaderboards']);
  });
});

describe('files of a remote', () => {
  test('hashed files are immutable and have a content type and nosniff', async () => {
    const response = await visitor(gateway.url).get(script);
    expect(response.status).toBe(200);
    expect(response.text).toBe(SCRIPT);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('brotli is preferred although browsers list gzip first', async () => {
    const read = async (accepted: string) => {
      const response = await fetch(gateway.url + script, { headers: { 'accept-encoding': accepted } });
      await response.arrayBuffer();
      return [response.headers.get('content-encoding'), response.headers.get('vary')];
    };
    expect(await read('gzip, deflate, br, zstd')).toEqual(['br', 'Accept-Encoding']);
    expect(await read('gzip, br;q=0')).toEqual(['gzip', 'Accept-Encoding']);
    expect(await read('identity')).toEqual([null, 'Accept-Encoding']);
  });

  test('a compressed body decompresses to the file', async () => {
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const body = await compressedBody(gateway.url, script, encoding);
      expect(unpack(body).toString()).toBe(SCRIPT);
    }
  });

  test('the manifest of a version is immutable', async () => {
    const path = '/remotes/mf-leaderboards/1.1.0/mf-manifest.json';
    const response = await rawGet(gateway.url, path);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const again = await rawGet(gateway.url, path, { 'if-none-match': String(response.headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test.each([
    '/remotes/mf-leaderboards/1.1.0/nothing.js',
    '/remotes/mf-leaderboards/9.9.9/mf-manifest.json',
    '/remotes/mf-leaderboards/1.2.0.77.part/mf-manifest.json',
    '/remotes/mf-nobody/1.0.0/mf-manifest.json',
    '/remotes/mf-broken/1.0.0/mf-manifest.json',
    '/remotes/mf-leaderboards/1.1.0/',
    '/remotes/mf-leaderboards/1.1.0',
    '/remotes',
    '/remotes/mf-leaderboards/1.1.0/out.txt',
    '/remotes/mf-leaderboards/1.1.0/../../mf-admin/1.0.0/remote.json',
    '/remotes/mf-leaderboards/1.1.0/..%2f..%2fmf-admin%2f1.0.0%2fremote.json',
    '/remotes/mf-leaderboards/1.1.0/%2e%2e/%2e%2e/mf-admin/1.0.0/remote.json',
    '/remotes/mf-leaderboards/1.1.0//etc/passwd',
    '/remotes/../../etc/passwd',
    '/remotes/mf-leaderboards/../mf-admin/1.0.0/remote.json',
  ])('%s is an uncached 404 without the page', async (path) => {
    const response = await rawGet(gateway.url, path, { accept: 'text/html', host: 'localhost:8080' });
    expect(response.status).toBe(404);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.text).toContain('"success":false');
  });

  test('the files of the admin remote are served to admin sessions only', async () => {
    const path = '/remotes/mf-admin/1.0.0/remoteEntry.0123abcd.js';
    const browser = visitor(gateway.url);
    expect((await browser.get(path)).status).toBe(404);
    await signIn(browser, newPlayer());
    expect((await browser.get(path)).status).toBe(404);
    await signIn(browser, admin);
    const response = await browser.get(path);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const cookie = browser.cookies.get('touchline-refresh-8080') ?? '';
    await browser.post('/api/auth/logout');
    const afterwards = await visitor(gateway.url).get(path, { cookie: `touchline-refresh-8080=${cookie}` });
    expect(afterwards.status).toBe(404);
  });
});

async function compressedBody(url: string, path: string, encoding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(url + path, { headers: { 'accept-encoding': encoding } }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve(Buffer.concat(chunks));
    })
      .on('error', reject)
      .end();
  });
}
