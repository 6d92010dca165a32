import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const COOKIE = 'touchline-refresh-8080';
const folder = createFolder('admin-remote');

/** Every file of the remote, by its path. */
const FILES = [
  'remote.json',
  'mf-manifest.json',
  'remoteEntry.0123abcd.js',
  'remoteEntry.0123abcd.js.gz',
  'remoteEntry.0123abcd.js.map',
  'assets/page.4567cdef.js',
  'assets/page.4567cdef.css',
].map((file) => `/remotes/mf-admin/1.0.0/${file}`);

beforeAll(() => {
  mkdirSync(join(folder, 'mf-admin', '1.0.0', 'assets'), { recursive: true });
  for (const path of FILES) writeFileSync(join(folder, path.slice('/remotes/'.length)), `/* of ${path} */`);
  writeFileSync(join(folder, 'mf-admin', '1.0.0', 'mf-manifest.json'), '{"name":"mf-admin"}');
  const routes = [{ path: '/admin', label: 'Admin', order: 90, audience: 'admins' }];
  writeFileSync(
    join(folder, 'mf-admin', '1.0.0', 'remote.json'),
    JSON.stringify({ name: 'mf-admin', routes }),
  );
});

const gateway = gatewaySuite(createTestDatabase, () => ({ REMOTES_DIR: folder }));
beforeAll(() => registerFolder(gateway, folder));
beforeEach(() => {
  gateway.clock.now = Date.now();
});

interface Browser {
  visitor: Visitor;
  token: string;
}

async function openBrowser(signer: Parameters<typeof signIn>[1]): Promise<Browser> {
  const browser = visitor(gateway.url);
  return { visitor: browser, token: getToken(await signIn(browser, signer)) };
}

/** Reads the files and the list of remotes as a browser. */
async function readRemote({ visitor: browser, token }: Browser, url = gateway.url) {
  const headers = { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') };
  const files = await Promise.all(FILES.map((path) => rawGet(url, path, headers)));
  const list = await visitor(url).get('/api/remotes', token ? bearer(token) : {});
  return {
    statuses: [...new Set(files.map(({ status }) => status))],
    caching: [...new Set(files.map(({ headers: received }) => received['cache-control']))],
    listed: list.json.data?.remotes,
  };
}

const NOTHING = { statuses: [404], caching: ['no-store'], listed: [] };
const EVERYTHING = {
  statuses: [200],
  caching: ['private, no-store'],
  listed: [expect.objectContaining({ name: 'mf-admin' })],
};

describe('SHELL-05 ADMIN-02 admin remote', () => {
  test('only an administrator can load the admin remote, also with an old sign-in', async () => {
    const theAdmin = await openBrowser(admin);
    expect(await readRemote({ visitor: visitor(gateway.url), token: '' })).toEqual(NOTHING);
    expect(await readRemote(await openBrowser(newPlayer()))).toEqual(NOTHING);
    expect(await readRemote(theAdmin)).toEqual(EVERYTHING);
    gateway.clock.now += HOUR;
    expect(await readRemote(theAdmin)).toEqual(EVERYTHING);
  });

  test('the admin remote is 404 once the wallet is no longer in ADMIN_WALLETS', async () => {
    const exAdmin = await openBrowser(admin);
    const later = await gateway.start({ REMOTES_DIR: folder, ADMIN_WALLETS: newPlayer().address });
    expect(await readRemote(exAdmin, later.url)).toEqual(NOTHING);
  });

  test('the admin remote is 404 after signing out, signing out everywhere, and signing in with another wallet', async () => {
    const signOuts: ((browser: Browser) => Promise<unknown>)[] = [
      ({ visitor: own }) => own.post('/api/auth/logout'),
      ({ token }) => visitor(gateway.url).post('/api/auth/logout-all', {}, bearer(token)),
      ({ visitor: own }) => signIn(own, newPlayer()),
    ];
    for (const signOut of signOuts) {
      const browser = await openBrowser(admin);
      const copy = { visitor: visitor(gateway.url), token: browser.token };
      for (const cookie of browser.visitor.cookies) copy.visitor.cookies.set(...cookie);
      await signOut(browser);
      expect(await readRemote(copy)).toEqual(NOTHING);
    }
  });

  test('the admin remote is 404 a day after the last refresh and a week after the sign-in', async () => {
    const browser = await openBrowser(admin);
    const start = gateway.clock.now;
    const filesOnly = async () => (await readRemote({ ...browser, token: '' })).statuses;
    for (let times = 1; times <= 7; times++) {
      gateway.clock.now = start + times * 23 * HOUR;
      expect((await browser.visitor.post('/api/auth/refresh')).status).toBe(200);
    }
    gateway.clock.now = start + 7 * DAY - 1;
    expect(await filesOnly()).toEqual([200]);
    gateway.clock.now = start + 7 * DAY + 1;
    expect(await filesOnly()).toEqual([404]);

    gateway.clock.now = start;
    const idle = await openBrowser(admin);
    gateway.clock.now = start + DAY - 1;
    expect((await readRemote({ ...idle, token: '' })).statuses).toEqual([200]);
    gateway.clock.now = start + DAY + 1;
    expect((await readRemote({ ...idle, token: '' })).statuses).toEqual([404]);
  });

  test('a rotated cookie loads the admin remote for a minute, for requests that were under way', async () => {
    const browser = await openBrowser(admin);
    const copy = { visitor: visitor(gateway.url), token: browser.token };
    for (const cookie of browser.visitor.cookies) copy.visitor.cookies.set(...cookie);
    expect((await browser.visitor.post('/api/auth/refresh')).status).toBe(200);
    gateway.clock.now += 60_000;
    expect(await readRemote(copy)).toEqual(EVERYTHING);
    gateway.clock.now += 1;
    expect((await readRemote({ ...copy, token: '' })).statuses).toEqual([404]);
    expect(await readRemote(browser)).toEqual(EVERYTHING);
  });

  test('requests of files with a rotated cookie neither end nor extend the session, and its exchange ends it', async () => {
    const browser = await openBrowser(admin);
    const thief = { visitor: visitor(gateway.url), token: '' };
    for (const cookie of browser.visitor.cookies) thief.visitor.cookies.set(...cookie);
    const filesOnly = async (who: Browser) => (await readRemote({ ...who, token: '' })).statuses;
    expect((await browser.visitor.post('/api/auth/refresh')).status).toBe(200);
    gateway.clock.now += 12 * HOUR;
    expect([await filesOnly(thief), await filesOnly(browser)]).toEqual([[404], [200]]);
    gateway.clock.now += 12 * HOUR;
    expect(await filesOnly(browser)).toEqual([404]);
    gateway.clock.now -= HOUR;
    expect((await browser.visitor.post('/api/auth/refresh')).status).toBe(200);
    expect((await thief.visitor.post('/api/auth/refresh')).json.code).toBe('SESSION_ENDED');
    expect(await filesOnly(browser)).toEqual([404]);
  });

  test('browsers let no other site use the cookie or read the admin remote', async () => {
    const browser = visitor(gateway.url);
    const response = await signIn(browser, admin);
    expect(response.headers.get('set-cookie')).toMatch(/; HttpOnly;.* SameSite=Strict/);
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    for (const path of FILES) {
      const { status, headers } = await rawGet(gateway.url, path, { cookie, origin: 'https://evil.example' });
      expect([status, headers['cross-origin-resource-policy']]).toEqual([200, 'same-origin']);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test.each([
    '/remotes/mf-admin/1.0.0/remoteEntry.0123abcd.js?v=1',
    '/remotes//mf-admin/1.0.0/remoteEntry.0123abcd.js',
    '/remotes/mf-admin/1.0.0/./remoteEntry.0123abcd.js',
    '/remotes/mf-admin/1.0.0/assets/../remoteEntry.0123abcd.js',
    '/remotes/mf-admin/1.0.0/%72emoteEntry.0123abcd.js',
    '/remotes/mf%2dadmin/1.0.0/remoteEntry.0123abcd.js',
    '/remotes/MF-ADMIN/1.0.0/remoteEntry.0123abcd.js',
    '/remotes/mf-admin/current/remoteEntry.0123abcd.js',
    '/remotes/mf-admin',
    '/mf-admin/1.0.0/remoteEntry.0123abcd.js',
  ])('a player gets the same 404 for %s as for a missing file', async (path) => {
    const { visitor: player } = await openBrowser(newPlayer());
    const headers = {
      cookie: `${[...player.cookies].map((pair) => pair.join('=')).join('; ')}; ${COOKIE}=x`,
    };
    const body = async (path: string) => {
      const { status, text } = await rawGet(gateway.url, path, { host: 'localhost:8080', ...headers });
      return { status, text: text.replace(/"request_id":"[^"]+"/, '') };
    };
    const missing = await body('/remotes/mf-nobody/1.0.0/x.js');
    expect(missing.status).toBe(404);
    expect((await body(path)).status).toBe(404);
    expect(await body(FILES[2]!)).toEqual(missing);
  });
});
