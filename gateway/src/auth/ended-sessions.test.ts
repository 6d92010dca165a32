import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase, type TestNats, testNats } from '@touchline/local-stack/testing';
import { createVerifier, type Verifier } from '@touchline/service-kit/http/auth';
import { followEndedSessions } from '@touchline/service-kit/http/ended-sessions';
import { type Bus, openBus } from '@touchline/service-kit/messaging/bus';
import { createLog } from '@touchline/service-kit/process/log';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type GatewayUnderTest, gatewaySuite } from '../testing/gateway-under-test.ts';
import { bearer, getToken, newPlayer, signIn, type Visitor, visitor } from '../testing/visitor.ts';

const suite = gatewaySuite(createTestDatabase);
const buses: Bus[] = [];
let nats: TestNats;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  nats = await testNats();
  gateway = await suite.start({ NATS_URL: nats.url, RATE_LIMIT_JOIN_WALLET_PER_MINUTE: '1000' });
});
afterEach(() => Promise.all(buses.splice(0).map((bus) => bus.close())));
afterAll(() => nats?.stop());

/** Creates a verifier as in another service, with the public keys and the ended sessions. */
async function service(): Promise<Verifier> {
  const bus = openBus(nats.url, { name: 'games', log: createLog('games', 'silent') });
  buses.push(bus);
  const ended = await followEndedSessions(bus);
  return createVerifier({ jwksUrl: `${gateway.url}/.well-known/jwks.json`, adminWallets: [], ended });
}

async function signedIn(player = newPlayer()): Promise<{ browser: Visitor; token: string }> {
  const browser = visitor(gateway.url);
  return { browser, token: getToken(await signIn(browser, player)) };
}

/** Resolves when the service rejects the token. */
const expectRejected = (verifier: Verifier, token: string) =>
  expect
    .poll(
      () =>
        verifier.verify(token).then(
          () => 'accepted',
          (error: { code: string }) => error.code,
        ),
      { interval: 20 },
    )
    .toBe('TOKEN_INVALID');

describe('S11 tokens of ended sessions at services', () => {
  test('A3 a service rejects a token within a second after logout', async () => {
    const games = await service();
    const other = await signedIn();
    const delays: number[] = [];
    for (let logout = 0; logout < 5; logout++) {
      const { browser, token } = await signedIn();
      await games.verify(token);
      await browser.post('/api/auth/logout');
      const since = performance.now();
      await expectRejected(games, token);
      delays.push(performance.now() - since);
      await games.verify(other.token);
    }
    // A slow machine delays some of them.
    expect(Math.min(...delays)).toBeLessThan(1_000);
  });

  test('a service rejects a token after the reuse of a refresh token', async () => {
    const games = await service();
    const { browser, token } = await signedIn();
    const stolen = visitor(gateway.url);
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
    await browser.post('/api/auth/refresh');
    gateway.clock.now += 61_000;
    expect((await stolen.post('/api/auth/refresh')).status).toBe(403);
    await expectRejected(games, token);
  });

  test('a service rejects a token after a sign-in with another account in the same browser', async () => {
    const games = await service();
    const { browser, token } = await signedIn();
    const next = getToken(await signIn(browser, newPlayer()));
    await expectRejected(games, token);
    await games.verify(next);
  });

  test('a service rejects the tokens of all browsers after "sign out everywhere"; the next sign-in works immediately', async () => {
    const games = await service();
    const player = newPlayer();
    const [desktop, phone] = [await signedIn(player), await signedIn(player)];
    const stranger = await signedIn();
    gateway.clock.now += 1;
    const response = await desktop.browser.post('/api/auth/logout-all', {}, bearer(desktop.token));
    expect([response.status, response.json.data, desktop.browser.cookies.size]).toEqual([
      200,
      { ended: true },
      0,
    ]);
    gateway.clock.now += 1;
    const again = await signedIn(player);
    await expectRejected(games, phone.token);
    await expectRejected(games, desktop.token);
    expect((await phone.browser.post('/api/auth/refresh')).json.code).toBe('SESSION_ENDED');
    await Promise.all([again, stranger].map(({ token }) => games.verify(token)));
  });

  test('"sign out everywhere" also ends a session of a gateway whose clock is ahead; the next sign-in works immediately', async () => {
    const games = await service();
    const ahead = await suite.start({ NATS_URL: nats.url });
    ahead.clock.now = gateway.clock.now + 120_000;
    const player = newPlayer();
    const phone = visitor(ahead.url);
    const token = getToken(await signIn(phone, player));
    const desktop = await signedIn(player);
    await games.verify(token);
    await desktop.browser.post('/api/auth/logout-all', {}, bearer(desktop.token));
    gateway.clock.now += 1;
    const again = await signedIn(player);
    expect((await phone.post('/api/auth/refresh')).json.code).toBe('SESSION_ENDED');
    await expectRejected(games, token);
    await expectRejected(games, desktop.token);
    await games.verify(again.token);
  });

  test('a sign-in works immediately after "sign out everywhere" at a gateway whose clock is ahead', async () => {
    const games = await service();
    const ahead = await suite.start({ NATS_URL: nats.url });
    ahead.clock.now = gateway.clock.now + 120_000;
    const player = newPlayer();
    const phone = visitor(ahead.url);
    const token = getToken(await signIn(phone, player));
    await phone.post('/api/auth/logout-all', {}, bearer(token));
    const again = await signedIn(player);
    await expectRejected(games, token);
    await games.verify(again.token);
    expect((await again.browser.get('/api/auth/profile', bearer(again.token))).status).toBe(200);
  });

  test('a service that starts later rejects tokens of ended sessions from its first request', async () => {
    const running = await service();
    const { browser, token } = await signedIn();
    await browser.post('/api/auth/logout');
    await expectRejected(running, token);
    const started = await service();
    await expect(started.verify(token)).rejects.toMatchObject({ code: 'TOKEN_INVALID', status: 401 });
  });

  test('a service rejects a token once NATS is up again; while it is down tokens work until they expire', async () => {
    const games = await service();
    const { browser, token } = await signedIn();
    await nats.down();
    await browser.post('/api/auth/logout');
    await games.verify(token);
    await nats.up();
    await expect
      .poll(() => games.verify(token).catch((error: { code: string }) => error.code))
      .toBe('TOKEN_INVALID');
  });
});

describe('S11 tokens of ended sessions at the gateway', () => {
  test.each<[string, (browser: Visitor, token: string) => Promise<unknown>]>([
    ['a sign-out', (browser) => browser.post('/api/auth/logout')],
    ['signing out everywhere', (browser, token) => browser.post('/api/auth/logout-all', {}, bearer(token))],
    ['a sign-in with another wallet', (browser) => signIn(browser, newPlayer())],
  ])('P8 no service receives the token after %s, although none has been notified', async (_, end) => {
    const received: (string | undefined)[] = [];
    const service = createServer((request, response) => {
      received.push(request.headers.authorization);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true,"data":{}}');
    });
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
    const { port } = service.address() as AddressInfo;
    const { url } = await suite.start({ SERVICE_STAKING_URL: `http://127.0.0.1:${port}` }); // without NATS
    const browser = visitor(url);
    const token = getToken(await signIn(browser, newPlayer()));
    const other = getToken(await signIn(visitor(url), newPlayer()));
    const send = (sent: string) => browser.get('/api/staking/mine', bearer(sent));
    await send(token);
    await end(browser, token);
    await Promise.all([send(token), send(other)]);
    expect(received[0]).toBe(`Bearer ${token}`);
    expect(new Set(received.slice(1))).toEqual(new Set([undefined, `Bearer ${other}`]));
    service.closeAllConnections();
    service.close();
  });

  test('the gateway rejects an ended session at every endpoint, also while NATS is down', async () => {
    const browser = visitor(suite.url); // this gateway has no NATS
    const player = newPlayer();
    const token = getToken(await signIn(browser, player));
    const paths = ['/api/auth/profile', `/api/auth/user/${player.address}`];
    const statuses = () =>
      Promise.all(paths.map(async (path) => (await browser.get(path, bearer(token))).status));
    expect(await statuses()).toEqual([200, 200]);
    await browser.post('/api/auth/logout');
    expect(await statuses()).toEqual([401, 401]);
  });

  test("S21 requests of an ended session do not count towards its wallet's limits", async () => {
    const player = newPlayer();
    const { browser, token } = await signedIn(player);
    const joins = async () => {
      const path = '/api/games/7f2b0c52-6c77-4c0c-8a4c-111111111111/join';
      expect((await visitor(gateway.url).post(path, {}, bearer(token))).status).toBe(503); // no service is running
      const row = await suite
        .db('rate_limits')
        .where({ key: `join:${player.address.toLowerCase()}` })
        .first();
      return row.points as number;
    };
    expect([await joins(), await joins()]).toEqual([1, 2]);
    await browser.post('/api/auth/logout');
    await expect.poll(async () => (await joins()) - (await joins())).toBe(0);
  });

  test('only a signed-in user on our own page can end all sessions', async () => {
    const { browser, token } = await signedIn();
    const rejected = [
      await browser.post('/api/auth/logout-all'),
      await browser.post('/api/auth/logout-all', {}, { ...bearer(token), origin: 'https://evil.example' }),
    ];
    expect(rejected.map(({ json }) => json.code)).toEqual(['TOKEN_MISSING', 'FORBIDDEN']);
    expect((await browser.get('/api/auth/profile', bearer(token))).status).toBe(200);
  });
});
