import { createTestDatabase } from '@touchline/local-stack/testing';
import { explainStatement } from '@touchline/service-kit/testing/explain-statement';
import { describe, expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import {
  bearer,
  type Challenge,
  getToken,
  newPlayer,
  signIn,
  type TestResponse,
  type Visitor,
  visitor,
} from '../testing/visitor.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;
const REFRESH_COOKIE = 'touchline-refresh-8080';

const gateway = gatewaySuite(createTestDatabase);

const refresh = (browser: Visitor): Promise<TestResponse> => browser.post('/api/auth/refresh');

async function signedIn(): Promise<Visitor> {
  const browser = visitor(gateway.url);
  await signIn(browser, newPlayer());
  return browser;
}

/** Creates another browser with a copy of the cookies. */
function copyBrowser(browser: Visitor): Visitor {
  const copy = visitor(gateway.url);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

describe('cookies', () => {
  test('the refresh cookie is HttpOnly and strict, and contains the port on http', async () => {
    const response = await signIn(visitor(gateway.url), newPlayer());
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^touchline-refresh-8080=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  test('the refresh cookie is __Host- and Secure on https', async () => {
    const secure = await gateway.start({ PUBLIC_URL: 'https://touchline.example' });
    const browser = visitor(secure.url);
    const send = (body: object) =>
      browser.post('/api/auth/login', body, { origin: 'https://touchline.example' });
    const player = newPlayer();
    const first = await send({ wallet_address: player.address });
    const challenge = first.json.data?.challenge as Challenge;
    const signature = await player.signMessage({ message: challenge.message });
    const response = await send({ wallet_address: player.address, challenge_id: challenge.id, signature });
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Host-touchline-refresh=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(response.headers.get('strict-transport-security')).toContain('max-age=');
  });

  test('a sign-out removes the cookie', async () => {
    const browser = await signedIn();
    expect([...browser.cookies.keys()]).toEqual([REFRESH_COOKIE]);
    await browser.post('/api/auth/logout');
    expect(browser.cookies.size).toBe(0);
  });
});

describe('refresh', () => {
  test('API-07 a refresh returns a new token and a new cookie', async () => {
    const browser = await signedIn();
    const before = browser.cookies.get(REFRESH_COOKIE);
    const response = await refresh(browser);
    expect(response.status).toBe(200);
    expect(browser.cookies.get(REFRESH_COOKIE)).not.toBe(before);
    const profile = await browser.get('/api/auth/profile', bearer(getToken(response)));
    expect(profile.json.data?.user).toEqual(response.json.data?.user);
  });

  test('tabs that refresh concurrently get the same successor and remain signed in', async () => {
    const tab = await signedIn();
    const tabs = [tab, ...Array.from({ length: 9 }, () => copyBrowser(tab))];
    const responses = await Promise.all(tabs.map(refresh));
    expect(responses.map((response) => response.status)).toEqual(tabs.map(() => 200));
    expect(new Set(tabs.map((one) => one.cookies.get(REFRESH_COOKIE))).size).toBe(1);
    expect((await refresh(tab)).status).toBe(200);
  });

  test('a refresh can be repeated within a minute after a lost response', async () => {
    const browser = await signedIn();
    const before = copyBrowser(browser);
    await refresh(browser);
    // The client waits 30 s for a response and repeats the request 2 s later.
    for (const passed of [32, 28]) {
      const late = copyBrowser(before);
      gateway.clock.now += passed * SECOND;
      expect((await refresh(late)).status).toBe(200);
      expect(late.cookies.get(REFRESH_COOKIE)).toBe(browser.cookies.get(REFRESH_COOKIE));
    }
  });

  test('reuse of a cookie after more than a minute ends the whole session', async () => {
    const browser = await signedIn();
    const thief = copyBrowser(browser);
    const token = getToken(await refresh(browser));
    gateway.clock.now += 61 * SECOND;
    const stolen = await refresh(thief);
    expect(stolen.status).toBe(403);
    expect(stolen.json.code).toBe('SESSION_ENDED');
    expect((await refresh(browser)).json.code).toBe('SESSION_ENDED');
    expect((await browser.get('/api/auth/profile', bearer(token))).status).toBe(401);
  });

  test('a session ends after a day without a refresh, and after a week regardless of refreshes', async () => {
    const idle = await signedIn();
    gateway.clock.now += 24 * HOUR + SECOND;
    expect((await refresh(idle)).json.code).toBe('SESSION_ENDED');

    const busy = await signedIn();
    for (let refreshed = 0; refreshed < 8; refreshed++) {
      gateway.clock.now += 20 * HOUR;
      expect((await refresh(busy)).status).toBe(200);
    }
    gateway.clock.now += 9 * HOUR;
    expect((await refresh(busy)).json.code).toBe('SESSION_ENDED');
  });

  test('a refresh without a cookie is SESSION_ENDED', async () => {
    expect((await refresh(visitor(gateway.url))).json.code).toBe('SESSION_ENDED');
  });

  test.each([
    ['another origin', { origin: 'https://localhost:8080.evil.example' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['a cross-site request', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a form', { 'content-type': 'text/plain' }, 415],
  ])('%s is rejected and does not change the session', async (_case, headers, status) => {
    const browser = await signedIn();
    for (const path of ['/api/auth/refresh', '/api/auth/logout'])
      expect((await browser.post(path, {}, headers)).status).toBe(status);
    expect((await refresh(browser)).status).toBe(200);
  });

  test('refreshes are limited per session', async () => {
    const limited = await gateway.start({ RATE_LIMIT_REFRESH_SESSION_PER_MINUTE: '2' });
    const browser = visitor(limited.url);
    await signIn(browser, newPlayer());
    const statuses: number[] = [];
    for (let tries = 0; tries < 3; tries++) statuses.push((await refresh(browser)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('end of a session', () => {
  test('logout ends refresh and profile', async () => {
    const browser = visitor(gateway.url);
    const token = getToken(await signIn(browser, newPlayer()));
    const before = copyBrowser(browser);
    expect((await browser.post('/api/auth/logout')).json.data).toEqual({ ended: true });
    expect((await refresh(before)).json.code).toBe('SESSION_ENDED');
    expect((await browser.get('/api/auth/profile', bearer(token))).status).toBe(401);
  });

  test('logout ends the session of the cookie even with an invalid token', async () => {
    const browser = await signedIn();
    const response = await browser.post('/api/auth/logout', {}, { authorization: 'Bearer x' });
    expect([response.status, response.json.data]).toEqual([200, { ended: true }]);
    expect((await refresh(browser)).status).toBe(403);
  });

  test('logout with the access token alone ends the session', async () => {
    const token = getToken(await signIn(visitor(gateway.url), newPlayer()));
    await visitor(gateway.url).post('/api/auth/logout', {}, bearer(token));
    expect((await visitor(gateway.url).get('/api/auth/profile', bearer(token))).status).toBe(401);
  });

  test('P16 the end of all sessions of a wallet finds them by an index', async () => {
    const browser = visitor(gateway.url);
    const token = getToken(await signIn(browser, newPlayer()));
    const plan = await explainStatement(
      gateway.db,
      /^update "sessions"/,
      async () => expect((await browser.post('/api/auth/logout-all', {}, bearer(token))).status).toBe(200),
      { seqScan: false },
    );
    expect(plan).toContain('sessions_wallet_address_index');
  });

  test('AUTH-02 signing in with another account ends the previous session', async () => {
    const browser = await signedIn();
    const previous = copyBrowser(browser);
    await signIn(browser, newPlayer());
    expect((await refresh(previous)).json.code).toBe('SESSION_ENDED');
    expect((await refresh(browser)).status).toBe(200);
  });
});
