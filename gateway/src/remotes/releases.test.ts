import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RemoteReleases } from '@touchline/api/http/releases';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { describe, expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { bearer, type Envelope, visitor } from '../testing/visitor.ts';
import { listAdminRemotes } from './admin-remotes.ts';
import { signReleaseToken } from './release-token.ts';

const SECRET = 'a secret for releases with more than thirty-two characters';
const shell = mkdtempSync(join(tmpdir(), 'touchline-shell-'));
const folder = mkdtempSync(join(tmpdir(), 'touchline-released-'));
writeFileSync(
  join(shell, 'shared.json'),
  JSON.stringify({ react: '19.3.1', '@touchline/host/host': '1.0.0' }),
);
const gateway = gatewaySuite(createTestDatabase, () => ({
  ...{ RELEASE_SECRET: SECRET, SHELL_DIR: shell, REMOTES_DIR: folder, TRUSTED_PROXIES: '1' },
  LOG_LEVEL: 'error',
}));

const token = (name: string) => bearer(signReleaseToken(SECRET, name));
const list = (text: string) => ({ sync: [text], async: [] });

interface Build {
  shared?: Record<string, string>;
  entry?: string;
  files?: Record<string, string>;
}

/** Builds the files of a small remote. */
function build(name: string, { shared = { react: '^19.3.0' }, entry = 'run()', files = {} }: Build = {}) {
  const manifest = {
    name: name.replaceAll('-', '_'),
    metaData: { remoteEntry: { name: 'entry.js' } },
    exposes: [{ name: 'remote', assets: { js: list('page.js'), css: { sync: [], async: [] } } }],
    shared: Object.entries(shared).map(([module, requiredVersion]) => ({
      ...{ name: module, singleton: true, requiredVersion },
    })),
  };
  const all = {
    'remote.json': JSON.stringify({ name, routes: [{ path: `/${name}`, label: name, order: 1 }] }),
    'mf-manifest.json': JSON.stringify(manifest),
    ...{ 'entry.js': entry, 'page.js': 'page()', ...files },
  };
  return Object.entries(all).map(([path, text]) => ({ path, content: Buffer.from(text).toString('base64') }));
}

interface Publication extends Build {
  share?: number;
  token?: Record<string, string>;
}

async function publish(name: string, version: string, { share = 100, ...options }: Publication = {}) {
  const body = { share, files: build(name, options) };
  const headers = { 'content-type': 'application/json', ...(options.token ?? token(name)) };
  const response = await fetch(`${gateway.url}/api/releases/${name}/${version}`, {
    ...{ method: 'PUT', headers, body: JSON.stringify(body) },
  });
  return { status: response.status, json: (await response.json()) as Envelope };
}

const post = (name: string, action: string, body: object) =>
  visitor(gateway.url).post(`/api/releases/${name}/${action}`, body, token(name));
const findVersion = async (name: string, browser = visitor(gateway.url)) => {
  const { json } = await browser.get('/api/remotes');
  const remotes = json.data?.remotes as { name: string; version: string }[] | undefined;
  return remotes?.find((one) => one.name === name)?.version;
};

describe('publishing', () => {
  test('the token of a team publishes its remote and no other, and visitors get the new version', async () => {
    expect((await publish('mf-a', '1.0.0', { token: token('mf-b') })).status).toBe(403);
    expect((await publish('mf-a', '1.0.0', { token: bearer('mf-a.forged') })).status).toBe(403);
    expect((await publish('mf-a', '1.0.0')).status).toBe(200);
    expect(await findVersion('mf-a')).toBe('1.0.0');
    await publish('mf-a', '1.1.0');
    expect(await findVersion('mf-a')).toBe('1.1.0');
    const files = await visitor(gateway.url).get('/remotes/mf-a/1.0.0/page.js');
    expect(files.text).toBe('page()');
    const listed = await visitor(gateway.url).get('/api/releases', token('mf-b'));
    expect(listed.json.data).toEqual({ remotes: [] });
  });

  test('a replaced token is rejected, the next one is accepted, and administrators see the history', async () => {
    await publish('mf-token', '1.0.0');
    const replace = (headers: Record<string, string>) =>
      visitor(gateway.url).post('/api/releases/mf-token/token', {}, headers);
    expect((await replace(token('mf-token'))).status).toBe(403);
    const { data } = (await replace(token('all'))).json;
    expect(data).toEqual({ token: signReleaseToken(SECRET, 'mf-token', 2), number: 2 });
    expect((await publish('mf-token', '1.1.0')).status).toBe(403);
    expect((await publish('mf-token', '1.1.0', { token: bearer(String(data?.token)) })).status).toBe(200);
    expect(
      (await publish('mf-token', '1.2.0', { token: bearer(signReleaseToken(SECRET, 'mf-token', 3)) })).status,
    ).toBe(403);
    const remote = (await listAdminRemotes(gateway.db)).find(({ name }) => name === 'mf-token');
    expect(remote?.history.map(({ action, version, by }) => [action, version, by])).toEqual([
      ['CURRENT', '1.1.0', 'the team of mf-token (token 2)'],
      ['PUBLISHED', '1.1.0', 'the team of mf-token (token 2)'],
      ['TOKEN_REPLACED', null, 'the deployment'],
      ['CURRENT', '1.0.0', 'the team of mf-token'],
      ['PUBLISHED', '1.0.0', 'the team of mf-token'],
    ]);
  });

  test('publishing a version again is accepted with the same files and rejected with others', async () => {
    await publish('mf-same', '1.0.0');
    expect((await publish('mf-same', '1.0.0')).json.data).toMatchObject({ published: false });
    const other = await publish('mf-same', '1.0.0', { entry: 'other()' });
    expect([other.status, other.json.code]).toEqual([422, 'CHANGE_REFUSED']);
    expect((await visitor(gateway.url).get('/remotes/mf-same/1.0.0/entry.js')).text).toBe('run()');
  });

  test.each<[string, Build, RegExp]>([
    ['another React', { shared: { react: '^20.0.0' } }, /react \^20\.0\.0, but the shell has 19\.3\.1/],
    ['a newer host', { shared: { '@touchline/host/host': '^1.1.0' } }, /the host interface \^1\.1\.0/],
    ['a module that is not shared', { shared: { lodash: '^4.0.0' } }, /lodash/],
    [
      'a secret in a source map',
      { files: { 'a.js.map': 'nats://games:hunter2@bus' } },
      /a\.js\.map contains a pass/,
    ],
    ['too many bytes', { entry: Array.from({ length: 60_000 }, (_, n) => Math.sin(n)).join() }, /budget/],
    ['a manifest of another remote', { files: { 'mf-manifest.json': '{}' } }, /manifest/],
  ])('a release with %s is rejected, and nothing is stored', async (_, options, message) => {
    const { status, json } = await publish('mf-bad', '1.0.0', options);
    expect([status, json.code]).toEqual([422, 'CHANGE_REFUSED']);
    expect(json.error).toMatch(message);
    expect(existsSync(join(folder, 'mf-bad'))).toBe(false);
  });
});

describe('offered versions', () => {
  test('a browser stays on one side of a share, and a rollback ends the share', async () => {
    await publish('mf-share', '1.0.0');
    await publish('mf-share', '1.1.0', { share: 50 });
    const browsers = Array.from({ length: 40 }, () => visitor(gateway.url));
    const seen = () => Promise.all(browsers.map((browser) => findVersion('mf-share', browser)));
    const first = await seen();
    expect(new Set(first)).toEqual(new Set(['1.0.0', '1.1.0']));
    expect(await seen()).toEqual(first);
    await post('mf-share', 'rollback', {});
    expect(new Set(await seen())).toEqual(new Set(['1.0.0']));
  });

  test('a version can be promoted and rolled back; the first version cannot be rolled back', async () => {
    await publish('mf-back', '1.0.0');
    await publish('mf-back', '1.1.0', { share: 0 });
    expect(await findVersion('mf-back')).toBe('1.0.0');
    await post('mf-back', 'promote', { version: '1.1.0' });
    expect(await findVersion('mf-back')).toBe('1.1.0');
    const back = await post('mf-back', 'rollback', {});
    expect(back.json.data).toMatchObject({ remote: { current_version: '1.0.0' } });
    expect((await post('mf-back', 'rollback', {})).status).toBe(422);
    expect((await post('mf-back', 'promote', { version: '9.9.9' })).status).toBe(422);
  });

  test('a version that the deployment publishes again remains as offered until the deployment publishes another one', async () => {
    const all = { token: token('all') };
    await publish('mf-deployed', '1.0.0', all);
    await publish('mf-deployed', '1.1.0', all);
    await post('mf-deployed', 'rollback', {});
    await publish('mf-deployed', '1.1.0', all);
    expect(await findVersion('mf-deployed')).toBe('1.0.0');
    await publish('mf-deployed', '1.0.0', all);
    expect(await findVersion('mf-deployed')).toBe('1.0.0');
    await publish('mf-deployed', '1.1.0', all);
    expect(await findVersion('mf-deployed')).toBe('1.1.0');
  });
});

describe('failures in browsers', () => {
  const report = (version: string, address: string, outcome = 'failed') =>
    visitor(gateway.url).post(
      '/api/remotes/reports',
      { name: 'mf-fails', version, outcome, code: outcome === 'failed' ? 'REMOTE_CRASHED' : '', ms: 5 },
      { 'x-forwarded-for': address },
    );

  test('a version is rolled back after failures in several networks and a percentage of all; one visitor cannot cause it', async () => {
    await publish('mf-fails', '1.0.0');
    expect((await report('0.9.0', '10.1.1.1')).json.data).toEqual({ counted: false });
    await publish('mf-fails', '1.1.0');
    for (const last of [1, 2, 3, 4, 5, 6]) await report('1.1.0', `10.0.0.${last}`);
    for (const net of [1, 2, 3]) await report('1.1.0', `2001:db8:7:${net}::1`);
    expect(await findVersion('mf-fails')).toBe('1.1.0');
    for (const net of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) await report('1.1.0', `10.9.${net}.1`, 'loaded');
    await report('1.1.0', '10.8.1.1');
    expect(await findVersion('mf-fails')).toBe('1.1.0');
    await report('1.1.0', '10.8.2.1');
    expect(await findVersion('mf-fails')).toBe('1.0.0');
    const { json } = await visitor(gateway.url).get('/api/releases', token('mf-fails'));
    const remotes = json.data?.remotes as RemoteReleases[] | undefined;
    const remote = remotes?.[0];
    expect(remote?.versions.map(({ state }) => state)).toEqual(['returned', 'current']);
    expect(remote?.versions[0]?.because).toBe('It failed in 4 of 14 networks (REMOTE_CRASHED).');
  });
});
