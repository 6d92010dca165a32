import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pageData } from '@touchline/api/page-data';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFolder, type GatewayUnderTest, gatewaySuite } from '../testing/gateway-under-test.ts';
import { registerFolder, writeRemote } from '../testing/register-folder.ts';
import { rawGet, visitor } from '../testing/visitor.ts';

const PAGE =
  '<!doctype html><html lang="en"><head><title>Touchline</title><script defer src="/assets/main.0123abcd.js"></script></head><body>' +
  '<!--first:home--><p>at home</p><!--/first--><!--first:page--><h1><!--title--></h1><p><!--subtitle--></p><!--/first--></body></html>';
const page = { accept: 'text/html,application/xhtml+xml', host: 'localhost:8080' };
const folder = createFolder('shell');

let withQr: GatewayUnderTest;

const PROJECT = '0123456789abcdef0123456789abcdef';

const remotesDir = createFolder('page');
const env = {
  SHELL_DIR: folder,
  REMOTES_DIR: remotesDir,
  RPC_URL: 'http://127.0.0.1:8545/public, http://127.0.0.1:8546',
};
const gateway = gatewaySuite(createTestDatabase, () => env);

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'assets', 'main.0123abcd.js'), 'start();');
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(
    join(folder, 'provided.json'),
    JSON.stringify({ '@touchline/ui/data': ['/assets/7.js', '/assets/7.css'], react: ['/assets/7.js'] }),
  );
  writeRemote(remotesDir, 'mf-teams', [
    {
      path: '/team/:id',
      label: '</script><script>alert(1)</script>',
      title: 'A & <b>team',
      subtitle: 'of <i>15',
    },
  ]);
  writeRemote(remotesDir, 'mf-admin', [{ path: '/admin', label: 'Admin', audience: 'admins' }]);
  await registerFolder(gateway, remotesDir);
  withQr = await gateway.start({
    ...env,
    WALLETCONNECT_PROJECT_ID: PROJECT,
    WALLETCONNECT_RELAY_URL: 'wss://relay.example/v1',
  });
});

const findNonce = (html: string) => /<meta name="csp-nonce" content="([^"]+)">/.exec(html)?.[1];

describe('page', () => {
  test('a page has a strict policy with a new nonce, in the page and in the header', async () => {
    const response = await rawGet(gateway.url, '/', page);
    const nonce = findNonce(response.text);
    const headers = { ...response.headers };
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(
      String(headers['content-security-policy'])
        .replace(nonce ?? '', 'NONCE')
        .split('; '),
    ).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'nonce-NONCE'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self' http://127.0.0.1:8545",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
    ]);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['origin-agent-cluster']).toBe('?1');
    const other = await rawGet(gateway.url, '/', page);
    expect(findNonce(other.text)).not.toBe(nonce);
  });

  test('a page may connect to the WalletConnect relay and frame its verifier only if these are enabled', async () => {
    const policy = String((await rawGet(withQr.url, '/', page)).headers['content-security-policy']);
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:8545 wss://relay.example;");
    expect(policy).toContain('frame-src https://verify.walletconnect.org;');
    const plain = String((await rawGet(gateway.url, '/', page)).headers['content-security-policy']);
    expect(plain).not.toMatch(/wss:|frame-src/);
    expect((await visitor(withQr.url).get('/api/config')).json.data).toMatchObject({
      walletconnect: { project_id: PROJECT, relay_url: 'wss://relay.example/v1' },
    });
  });

  test.each([
    ['/', 200, '<p>at home</p>'],
    ['/team/7?tab=a', 200, '<h1>A &amp; &lt;b>team</h1><p>of &lt;i>15</p>'],
    ['/admin', 200, '<h1></h1><p></p>'],
    ['/no-such-page', 404, ''],
  ])('SHELL-01 SHELL-02 the response to %s is the shell with status %i', async (path, status, first) => {
    const response = await rawGet(gateway.url, path, page);
    expect(response.status).toBe(status);
    expect(response.text).toContain('<title>Touchline</title>');
    expect(/<body>(.*)<\/body>/s.exec(response.text)?.[1]).toBe(first);
  });

  test.each(['*/*', undefined])(
    'SHELL-01 a page is served to clients that accept anything (%s), but not for a script',
    async (accept) => {
      const anything = { host: 'localhost:8080', ...(accept ? { accept } : {}) };
      for (const path of ['/', '/rankings', '/no-such-page'])
        expect((await rawGet(gateway.url, path, anything)).text).toContain('<title>Touchline</title>');
      expect((await rawGet(gateway.url, '/main.99999999.js', anything)).status).toBe(404);
      expect((await rawGet(gateway.url, '/', { ...anything, accept: 'application/json' })).status).toBe(404);
    },
  );

  test('a page contains the configuration and the remotes of a guest, with escaped markup', async () => {
    const { text } = await rawGet(gateway.url, '/', page);
    const [, data = ''] = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(text) ?? [];
    const { config, remotes } = pageData.parse(JSON.parse(data));
    expect(config).toEqual((await visitor(gateway.url).get('/api/config')).json.data);
    expect(remotes).toEqual((await visitor(gateway.url).get('/api/remotes')).json.data?.remotes);
    expect(remotes?.map(({ name }) => name)).toEqual(['mf-teams']);
    expect(text).not.toContain('alert(1)</script>');
  });

  test('a page preloads the files of the remote at its path', async () => {
    const preloads = async (path: string) =>
      [
        ...(await rawGet(gateway.url, path, page)).text.matchAll(
          /<link rel="preload" href="([^"]+)" as="(\w+)"/g,
        ),
      ].map(([, href, as]) => `${as} ${href}`);
    const remote = '/remotes/mf-teams/1.0.0';
    expect(await preloads('/team/7')).toEqual([
      `script ${remote}/remoteEntry.0123abcd.js`,
      `script ${remote}/page.0123abcd.js`,
      `style ${remote}/page.0123abcd.css`,
      `script ${remote}/team.0123abcd.js`,
      'script /assets/7.js',
      'style /assets/7.css',
    ]);
    for (const path of ['/', '/team', '/team/7/8', '/admin']) expect(await preloads(path)).toEqual([]);
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('a page is compressed for a browser that accepts %s', async (accepted, encoding, unpack) => {
    const response = await rawGet(gateway.url, '/', { ...page, 'accept-encoding': accepted });
    expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
    expect(unpack(response.body).toString()).toContain('<title>Touchline</title>');
    expect((await rawGet(gateway.url, '/', page)).headers['content-encoding']).toBeUndefined();
  });

  test.each(['127.0.0.1:8080', 'localhost:9999', 'evil.example', 'localhost:8080@evil.example'])(
    'a page on the host name %s redirects to the configured one',
    async (host) => {
      const response = await rawGet(gateway.url, '/rankings?page=2', { ...page, host });
      expect(response.status).toBe(302);
      expect(response.headers.location).toBe('http://localhost:8080/rankings?page=2');
      expect(response.headers['cache-control']).toBe('no-store');
    },
  );

  test('a path that looks like another site redirects to our site', async () => {
    const response = await rawGet(gateway.url, '//evil.example/', { ...page, host: 'evil.example' });
    expect(response.headers.location).toBe('http://localhost:8080//evil.example/');
  });
});

describe('files of the shell', () => {
  test('hashed files are immutable, others are revalidated', async () => {
    const readCacheControl = async (path: string) =>
      (await visitor(gateway.url).get(path)).headers.get('cache-control');
    expect(await readCacheControl('/assets/main.0123abcd.js')).toBe('public, max-age=31536000, immutable');
    expect(await readCacheControl('/favicon.svg')).toBe('no-cache');
  });

  test('a missing file is 404 without the page', async () => {
    const response = await visitor(gateway.url).get('/assets/main.99999999.js', { accept: '*/*' });
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });

  test.each(['/../etc/passwd', '/..%2fetc%2fpasswd', '/assets/../../etc/passwd', '/.git/config'])(
    '%s does not escape the folder',
    async (path) => {
      expect((await rawGet(gateway.url, path)).status).toBe(404);
    },
  );

  test('the shell allows only GET and HEAD', async () => {
    expect((await visitor(gateway.url).post('/rankings')).status).toBe(405);
  });
});

describe('configuration and health', () => {
  test('/api/config contains the settings of browsers and no secret', async () => {
    const response = await visitor(gateway.url).get('/api/config');
    expect(response.json.data).toMatchObject({
      chain: {
        id: 480,
        name: 'WorldChain Mainnet',
        currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpc: 'http://127.0.0.1:8545/public',
      },
      token: { symbol: 'FOOTBALL', decimals: 18 },
      walletconnect: null,
      features: { tournaments: true, paid_games: true, staking: true },
      server_time: gateway.clock.now,
    });
    expect(response.text).not.toMatch(/postgres|nats:|ADMIN/i);
  });

  test('health and readiness need no sign-in and have the default policy', async () => {
    expect((await visitor(gateway.url).get('/healthz')).status).toBe(200);
    const ready = await visitor(gateway.url).get('/readyz');
    expect([ready.status, ready.json.data?.ready]).toEqual([200, { database: true }]);
    const api = await visitor(gateway.url).get('/api/config');
    expect(api.headers.get('content-security-policy')).toBe(
      "default-src 'none';base-uri 'none';frame-ancestors 'none'",
    );
  });
});
