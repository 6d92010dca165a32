import { createTournament } from '@touchline/api/http/games';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { createKoa } from '@touchline/service-kit/http/app';
import { createVerifier } from '@touchline/service-kit/http/auth';
import { createRoutes, mount, route } from '@touchline/service-kit/http/route';
import { type Listening, listen } from '@touchline/service-kit/http/server';
import { createLog } from '@touchline/service-kit/process/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_WALLET, type GatewayUnderTest, gatewaySuite } from '../testing/gateway-under-test.ts';
import { admin, bearer, getToken, newPlayer, signIn, visitor } from '../testing/visitor.ts';

const suite = gatewaySuite(createTestDatabase);
let games: Listening;
let gateway: GatewayUnderTest;

/** Starts a service with one admin endpoint. */
beforeAll(async () => {
  const koa = createKoa({ log: createLog('test', 'silent'), ready: async () => ({}) });
  const jwksUrl = `${suite.url}/.well-known/jwks.json`;
  const routes = createRoutes(createVerifier({ jwksUrl, adminWallets: [ADMIN_WALLET] }));
  route(routes, createTournament, () => Promise.reject(new Error('must not be reached')));
  mount(koa, routes);
  games = await listen(koa, 0, '127.0.0.1');
  gateway = await suite.start({ SERVICE_GAMES_URL: games.url });
});
afterAll(() => games?.close());

const create = (headers?: Record<string, string>) => visitor(gateway.url).post('/api/games', {}, headers);
const listEvents = (endpoint: string) =>
  gateway.db('audit_events').where({ event: 'admin_rejected', endpoint }).orderBy('id').select('*');

test('S12 A20 a rejected admin request is audited with its user', async () => {
  const player = newPlayer();
  const rejected = await create(bearer(getToken(await signIn(visitor(gateway.url), player))));
  expect([rejected.status, rejected.json.code]).toEqual([403, 'FORBIDDEN']);
  await expect
    .poll(() => listEvents('POST /games 403'))
    .toMatchObject([
      {
        wallet: player.address.toLowerCase(),
        session: expect.stringMatching(/^[0-9a-f-]{36}$/),
        address: '127.0.0.1',
        request_id: rejected.headers.get('x-request-id'),
      },
    ]);
});

test('S12 A26 a rejected request of an administrator who must sign in again is audited', async () => {
  const browser = visitor(gateway.url);
  await signIn(browser, admin);
  await gateway.db.raw("update sessions set signed_in_at = now() - interval '16 minutes'");
  const token = getToken(await browser.post('/api/auth/refresh'));
  const rejected = await create(bearer(token));
  expect([rejected.status, rejected.json.code]).toEqual([403, 'REAUTH_REQUIRED']);
  const wallets = async () =>
    (await listEvents('POST /games 403')).map(({ wallet }: { wallet: string }) => wallet);
  await expect.poll(wallets).toContain(ADMIN_WALLET.toLowerCase());
});

test('S12 a flood of rejected requests does not flood the audit log', async () => {
  for (let n = 0; n < 40; n++) expect((await create()).status).toBe(401);
  const rows = await listEvents('POST /games 401');
  expect(rows[0]).toMatchObject({ wallet: null, session: null, address: '127.0.0.1' });
  expect(rows.length).toBeLessThanOrEqual(30);
});
