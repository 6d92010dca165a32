import { createTestDatabase, type TestDatabase } from '@touchline/platform/testing';
import { createVerifier } from '@touchline/service-kit/auth';
import { SignJWT, UnsecuredJWT } from 'jose';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayUnderTest, startGateway } from '../testing/gateway-under-test.ts';
import {
  type Answer,
  bearer,
  type Challenge,
  signIn,
  tokenOf,
  type Visitor,
  visitor,
} from '../testing/visitor.ts';
import { loadSigningKey } from './signing-keys.ts';

const admin = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const newPlayer = () => privateKeyToAccount(generatePrivateKey());
const SECOND = 1_000;
const HOUR = 3_600_000;
const REFRESH_COOKIE = 'touchline-refresh-8080';
const ADMIN_COOKIE = 'touchline-admin-8080';

let database: TestDatabase;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  database = await createTestDatabase('gateway');
  gateway = await startGateway({ databaseUrl: database.url });
});

afterAll(async () => {
  await gateway?.stop();
  await database?.drop();
});

const refresh = (browser: Visitor): Promise<Answer> => browser.post('/api/auth/refresh');

async function signedIn(): Promise<Visitor> {
  const browser = visitor(gateway.url);
  await signIn(browser, newPlayer());
  return browser;
}

/** Another browser with the cookies of this one, as they are now. */
function copyOf(browser: Visitor): Visitor {
  const copy = visitor(gateway.url);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

describe('cookies', () => {
  test('the refresh cookie is HttpOnly, strict, and carries the port on plain http', async () => {
    const answer = await signIn(visitor(gateway.url), newPlayer());
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^touchline-refresh-8080=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  test('on https the cookie is __Host- and Secure', async () => {
    const secure = await startGateway({
      databaseUrl: database.url,
      env: { PUBLIC_URL: 'https://touchline.example' },
    });
    try {
      const browser = visitor(secure.url);
      const ask = (body: object) =>
        browser.post('/api/auth/login', body, { origin: 'https://touchline.example' });
      const player = newPlayer();
      const asked = await ask({ wallet_address: player.address });
      const challenge = asked.json.data?.challenge as Challenge;
      const signature = await player.signMessage({ message: challenge.message });
      const answer = await ask({ wallet_address: player.address, challenge_id: challenge.id, signature });
      expect(answer.headers.getSetCookie()[0]).toMatch(
        /^__Host-touchline-refresh=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      );
      expect(answer.headers.get('strict-transport-security')).toContain('max-age=');
    } finally {
      await secure.stop();
    }
  });

  test('only an admin gets the cookie of the admin remote, and loses it with the session', async () => {
    const browser = visitor(gateway.url);
    await signIn(browser, newPlayer());
    expect(browser.cookies.has(ADMIN_COOKIE)).toBe(false);
    await signIn(browser, admin);
    expect(browser.cookies.has(ADMIN_COOKIE)).toBe(true);
    await browser.post('/api/auth/logout');
    expect(browser.cookies.size).toBe(0);
  });
});

describe('refresh', () => {
  test('API-07 AUTH-05 gives a new token and a new cookie', async () => {
    const browser = await signedIn();
    const before = browser.cookies.get(REFRESH_COOKIE);
    const answer = await refresh(browser);
    expect(answer.status).toBe(200);
    expect(browser.cookies.get(REFRESH_COOKIE)).not.toBe(before);
    const profile = await browser.get('/api/auth/profile', bearer(tokenOf(answer)));
    expect(profile.json.data?.user).toEqual(answer.json.data?.user);
  });

  test('two tabs that refresh together both get the same successor and stay signed in', async () => {
    const tab = await signedIn();
    const tabs = [tab, ...Array.from({ length: 9 }, () => copyOf(tab))];
    const answers = await Promise.all(tabs.map(refresh));
    expect(answers.map((answer) => answer.status)).toEqual(tabs.map(() => 200));
    expect(new Set(tabs.map((one) => one.cookies.get(REFRESH_COOKIE))).size).toBe(1);
    expect((await refresh(tab)).status).toBe(200);
  });

  test('an answer that was lost can be asked for again within ten seconds', async () => {
    const browser = await signedIn();
    const before = copyOf(browser);
    await refresh(browser);
    gateway.clock.now += 10 * SECOND;
    expect((await refresh(before)).status).toBe(200);
    expect(before.cookies.get(REFRESH_COOKIE)).toBe(browser.cookies.get(REFRESH_COOKIE));
  });

  test('AUTH-05 a used cookie that comes back after eleven seconds ends the whole session', async () => {
    const browser = await signedIn();
    const thief = copyOf(browser);
    const token = tokenOf(await refresh(browser));
    gateway.clock.now += 11 * SECOND;
    const stolen = await refresh(thief);
    expect(stolen.status).toBe(403);
    expect(stolen.json.code).toBe('SESSION_ENDED');
    expect((await refresh(browser)).json.code).toBe('SESSION_ENDED');
    expect((await browser.get('/api/auth/profile', bearer(token))).status).toBe(401);
  });

  test('a session sleeps at most a day and lives at most a week', async () => {
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

  test('without a cookie there is no session', async () => {
    expect((await refresh(visitor(gateway.url))).json.code).toBe('SESSION_ENDED');
  });

  test.each([
    ['another origin', { origin: 'https://localhost:8080.evil.example' }, 403],
    ['an origin that hides', { origin: 'null' }, 403],
    ['a cross-site request', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a form', { 'content-type': 'text/plain' }, 415],
  ])('%s is refused and uses nothing up', async (_what, headers, status) => {
    const browser = await signedIn();
    for (const call of ['/api/auth/refresh', '/api/auth/logout'])
      expect((await browser.post(call, {}, headers)).status).toBe(status);
    expect((await refresh(browser)).status).toBe(200);
  });

  test('one session may not refresh without end', async () => {
    const limited = await startGateway({
      databaseUrl: database.url,
      env: { RATE_LIMIT_REFRESH_SESSION_PER_MINUTE: '2' },
    });
    try {
      const browser = visitor(limited.url);
      await signIn(browser, newPlayer());
      const statuses: number[] = [];
      for (let tries = 0; tries < 3; tries++) statuses.push((await refresh(browser)).status);
      expect(statuses).toEqual([200, 200, 429]);
    } finally {
      await limited.stop();
    }
  });
});

describe('the end of a session', () => {
  test('logout ends refresh and profile', async () => {
    const browser = visitor(gateway.url);
    const token = tokenOf(await signIn(browser, newPlayer()));
    const before = copyOf(browser);
    expect((await browser.post('/api/auth/logout')).json.data).toEqual({ ended: true });
    expect((await refresh(before)).json.code).toBe('SESSION_ENDED');
    expect((await browser.get('/api/auth/profile', bearer(token))).status).toBe(401);
  });

  test('logout ends the session of the cookie, whatever stands where a token should', async () => {
    const browser = await signedIn();
    const answer = await browser.post('/api/auth/logout', {}, { authorization: 'Bearer x' });
    expect([answer.status, answer.json.data]).toEqual([200, { ended: true }]);
    expect((await refresh(browser)).status).toBe(403);
  });

  test('logout works by the access token alone', async () => {
    const token = tokenOf(await signIn(visitor(gateway.url), newPlayer()));
    await visitor(gateway.url).post('/api/auth/logout', {}, bearer(token));
    expect((await visitor(gateway.url).get('/api/auth/profile', bearer(token))).status).toBe(401);
  });

  test('AUTH-02 signing in with another account ends the former session', async () => {
    const browser = await signedIn();
    const former = copyOf(browser);
    await signIn(browser, newPlayer());
    expect((await refresh(former)).json.code).toBe('SESSION_ENDED');
    expect((await refresh(browser)).status).toBe(200);
  });
});

describe('access tokens', () => {
  const claims = { sub: admin.address.toLowerCase(), sid: 'made-up', auth_time: 1, jti: 'x' };

  async function profileWith(token: string): Promise<Answer> {
    return visitor(gateway.url).get('/api/auth/profile', bearer(token));
  }

  test('API-02 a call without a token is 401 TOKEN_MISSING', async () => {
    const answer = await visitor(gateway.url).get('/api/auth/profile');
    expect([answer.status, answer.json.code]).toEqual([401, 'TOKEN_MISSING']);
  });

  test('an unsigned token is nothing', async () => {
    const token = new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('5m').encode();
    expect((await profileWith(token)).json.code).toBe('TOKEN_INVALID');
  });

  test('the public key does not serve as a shared secret', async () => {
    const { text } = await visitor(gateway.url).get('/.well-known/jwks.json');
    const key = (JSON.parse(text) as { keys: { x: string; kid: string }[] }).keys[0]!;
    for (const secret of [Buffer.from(key.x, 'base64url'), Buffer.from(text)]) {
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: key.kid })
        .setIssuer('touchline-gateway')
        .setAudience('touchline-api')
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(secret);
      expect((await profileWith(token)).json.code).toBe('TOKEN_INVALID');
    }
  });

  test.each([
    ['another type', { typ: 'JWT' }],
    ['another issuer', { issuer: 'somebody' }],
    ['another audience', { audience: 'something' }],
  ])('a token of ours with %s is refused', async (_what, wrong: Record<string, string>) => {
    const key = await loadSigningKey(gateway.db, Date.now());
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', typ: wrong.typ ?? 'at+jwt', kid: key.kid })
      .setIssuer(wrong.issuer ?? 'touchline-gateway')
      .setAudience(wrong.audience ?? 'touchline-api')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(key.privateKey);
    expect((await profileWith(token)).json.code).toBe('TOKEN_INVALID');
  });

  test('after fifteen minutes a token is TOKEN_EXPIRED', async () => {
    const past = await startGateway({ databaseUrl: database.url });
    try {
      past.clock.now = Date.now() - 15 * 60_000 - SECOND;
      const token = tokenOf(await signIn(visitor(past.url), newPlayer()));
      const answer = await profileWith(token);
      expect([answer.status, answer.json.code]).toEqual([401, 'TOKEN_EXPIRED']);
    } finally {
      await past.stop();
    }
  });

  test('a service that only knows the public keys accepts it, and the keys hold no secret', async () => {
    const player = newPlayer();
    const fresh = await startGateway({ databaseUrl: database.url });
    try {
      const token = tokenOf(await signIn(visitor(fresh.url), player));
      const service = createVerifier({ jwksUrl: `${fresh.url}/.well-known/jwks.json`, adminWallets: [] });
      expect((await service.verify(token)).wallet_address).toBe(player.address.toLowerCase());
      const { text } = await visitor(fresh.url).get('/.well-known/jwks.json');
      expect(Object.keys((JSON.parse(text) as { keys: object[] }).keys[0]!).sort()).toEqual(
        ['alg', 'crv', 'kid', 'kty', 'use', 'x'].sort(),
      );
    } finally {
      await fresh.stop();
    }
  });

  test('the key outlives a restart and is the same for every replica', async () => {
    const [one, other] = await Promise.all([
      loadSigningKey(gateway.db, Date.now()),
      loadSigningKey(gateway.db, Date.now()),
    ]);
    expect(one.kid).toBe(other.kid);
  });
});
