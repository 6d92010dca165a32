import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceDeclaration } from '@touchline/api/http/team-services';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_WALLET, gatewaySuite } from '../testing/gateway-under-test.ts';
import { RELEASE_SECRET, releaseToken } from '../testing/release-team.ts';
import { admin, bearer, getToken, rawGet, signIn, visitor } from '../testing/visitor.ts';
import { revokeByAdmin } from './admin-services.ts';

interface Received {
  method: string;
  url: string;
  authorization: string | undefined;
}

let received: Received[] = [];
let status = 200;
const service: Server = createServer((request, response) => {
  const { method = '', url = '', headers } = request;
  if (url !== '/readyz') received.push({ method, url, authorization: headers.authorization });
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end('{"success":true,"data":{}}');
});
beforeAll(() => new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

const gateway = gatewaySuite(createTestDatabase, () => {
  const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const names = ['rivals', 'others', 'limited', 'moving', 'health', 'moved', 'config'];
  return {
    RELEASE_SECRET,
    TEAM_SERVICES: names.map((name) => `${name}=${origin}`).join(','),
    TEAM_SERVICE_REQUESTS_PER_MINUTE: '100',
    TEAM_SERVICE_CONCURRENT_REQUESTS: '20',
    TEAM_SERVICE_TIMEOUT_MS: '2000',
  };
});

const declare = (name: string, over: object = {}): ServiceDeclaration => ({
  requests_per_minute: 100,
  concurrent_requests: 20,
  timeout_ms: 2_000,
  endpoints: [
    { method: 'GET', path: `/${name}`, auth: 'none' },
    { method: 'POST', path: `/${name}/:id/notes`, auth: 'player' },
    { method: 'GET', path: `/${name}/mine`, auth: 'player' },
  ],
  ...over,
});
const register = (name: string, over: object = {}, token = releaseToken(name), url = gateway.url) =>
  visitor(url).put(`/api/services/${name}`, declare(name, over), token);
const get = (path: string, headers?: Record<string, string>) => visitor(gateway.url).get(path, headers);

test('a registered service gets its declared requests, with a token only where it declares users', async () => {
  expect((await get('/api/rivals')).status).toBe(404);
  expect((await register('rivals')).json.data).toEqual({ prefix: '/api/rivals', changed: true });
  expect((await register('rivals')).json.data).toEqual({ prefix: '/api/rivals', changed: false });
  received = [];
  expect((await get('/api/rivals?limit=2', bearer('a.b.c'))).status).toBe(200);
  expect((await get('/api/rivals/mine', bearer('a.b.c'))).status).toBe(200);
  expect(received).toEqual([
    { method: 'GET', url: '/api/rivals?limit=2', authorization: undefined },
    { method: 'GET', url: '/api/rivals/mine', authorization: 'Bearer a.b.c' },
  ]);
});

test.each([
  ['GET', '/api/rivals/secret', 404],
  ['GET', '/api/rivals/', 404],
  ['GET', '/api/Rivals', 404],
  ['GET', '/api/rivalsx', 404],
  ['GET', '/api/rivals%2fmine', 404],
  ['GET', '/api/rivals/mine/../../readyz', 404],
  ['DELETE', '/api/rivals', 405],
  ['GET', '/api/rivals/7/notes', 405],
  ['PUT', '/api/rivals/7/notes', 405],
])('%s %s, which is not declared, is %i and does not reach the service', async (method, path, status) => {
  await register('rivals');
  received = [];
  const response =
    method === 'GET' ? await rawGet(gateway.url, path) : await fetch(gateway.url + path, { method });
  expect(response.status).toBe(status);
  expect(received).toEqual([]);
});

test.each([
  ['requests_per_minute', { requests_per_minute: 101 }, 'must be at most 100, the limit of this platform'],
  ['concurrent_requests', { concurrent_requests: 21 }, 'must be at most 20, the limit of this platform'],
  ['timeout_ms', { timeout_ms: 2_001 }, 'must be at most 2000, the limit of this platform'],
  [
    'endpoints.0.path',
    { endpoints: [{ method: 'GET', path: '/games', auth: 'none' }] },
    'must be below /others',
  ],
  [
    'endpoints.0.path',
    { endpoints: [{ method: 'GET', path: '/others-too', auth: 'none' }] },
    'must be below /others',
  ],
  [
    'endpoints.0.path',
    { endpoints: [{ method: 'GET', path: '/others/*rest', auth: 'none' }] },
    'must be like /rivals/:id',
  ],
  [
    'endpoints.1',
    {
      endpoints: [
        { method: 'GET', path: '/others/:id', auth: 'none' },
        { method: 'GET', path: '/others/:name', auth: 'player' },
      ],
    },
    'repeats GET /others/:name',
  ],
  ['address', { address: 'http://169.254.169.254' }, 'is not a known field'],
])('a declaration with a wrong %s is rejected and changes nothing', async (path, over, message) => {
  const { status, json } = await register('others', over);
  expect([status, json.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(json.details).toEqual([{ path, message }]);
  expect((await get('/api/others')).status).toBe(404);
});

test.each(['auth', 'config', 'fpl', 'leagues', 'live', 'openapi.json', 'services'])(
  'the prefix /api/%s of the product cannot be registered',
  async (name) => {
    const { status, json } = await register(name, {}, releaseToken('all'));
    expect([400, 409]).toContain(status);
    expect(json.details?.[0]?.path).toBe('name');
  },
);

test('a prefix of the product names its owner', async () => {
  const { status, json } = await register('config');
  expect([status, json.code]).toEqual([409, 'ROUTE_TAKEN']);
  expect(json.details).toEqual([{ path: 'name', message: '/api/config belongs to the product' }]);
  expect((await get('/api/config')).json.data).not.toEqual({});
});

test('a service without an address of the operator cannot register', async () => {
  const { status, json } = await register('stranger');
  expect([status, json.code]).toEqual([422, 'CHANGE_REFUSED']);
  expect(json.details).toEqual([{ path: 'name', message: 'has no address in TEAM_SERVICES' }]);
});

test('only the current token of the service registers it', async () => {
  expect((await visitor(gateway.url).put('/api/services/others', declare('others'))).status).toBe(401);
  expect((await register('others', {}, bearer('others.forged'))).status).toBe(401);
  for (const foreign of ['rivals', 'mf-others'])
    expect((await register('others', {}, releaseToken(foreign))).status).toBe(403);
  const replaced = await visitor(gateway.url).post('/api/releases/moving/token', {}, releaseToken('all'));
  expect((await register('moving')).json.code).toBe('TOKEN_INVALID');
  expect((await register('moving', {}, bearer(String(replaced.json.data?.token)))).status).toBe(200);
  const publish = await visitor(gateway.url).post(
    '/api/releases/mf-others/rollback',
    {},
    releaseToken('others'),
  );
  expect(publish.status).toBe(403);
});

test('a declared limit counts per address and leaves other services alone', async () => {
  await register('limited', { requests_per_minute: 2 });
  await register('rivals');
  const statuses = [];
  for (let sent = 0; sent < 3; sent++) statuses.push((await get('/api/limited')).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect((await get('/api/rivals')).status).toBe(200);
});

test('another gateway forwards once it has read the registration, and immediately after a restart', async () => {
  const other = await gateway.start({
    RELEASE_SECRET,
    TEAM_SERVICES: `health=http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  });
  expect((await visitor(other.url).get('/api/health')).status).toBe(404);
  await register('health');
  // It reads the registrations every two seconds.
  await expect.poll(async () => (await visitor(other.url).get('/api/health')).status).toBe(200);
  await other.stop();
  const restarted = await gateway.start({
    RELEASE_SECRET,
    TEAM_SERVICES: `health=http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  });
  expect((await visitor(restarted.url).get('/api/health')).status).toBe(200);
  // It has no address for this one.
  expect((await visitor(restarted.url).get('/api/rivals')).status).toBe(404);
});

test('a revocation reaches another gateway, also after a failed reload', async () => {
  const other = await gateway.start({
    LOG_LEVEL: 'warn',
    RELEASE_SECRET,
    TEAM_SERVICES: `moved=http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  });
  await register('moved');
  const readStatus = async () => (await visitor(other.url).get('/api/moved')).status;
  await expect.poll(readStatus).toBe(200);
  await gateway.db.raw('alter table team_services rename to unavailable');
  await expect.poll(() => other.logged.join('')).toContain('registered service reload failed');
  expect(await readStatus()).toBe(200);
  await gateway.db.raw('alter table unavailable rename to team_services');
  const by = { admin: ADMIN_WALLET.toLowerCase(), request_id: randomUUID(), reason: 'abuse' };
  await revokeByAdmin(gateway.db, { name: 'moved', revoked: true, by, now: gateway.clock.now });
  await expect.poll(readStatus).toBe(404);
});

test('a rejected admin request of a service is audited as those of the product', async () => {
  await register('rivals', { endpoints: [{ method: 'GET', path: '/rivals/admin', auth: 'admin' }] });
  status = 403;
  const browser = visitor(gateway.url);
  const token = getToken(await signIn(browser, admin));
  await browser.get('/api/rivals/admin', bearer(token));
  status = 200;
  await expect
    .poll(async () =>
      (await gateway.db('audit_events').where({ event: 'admin_rejected' })).map(({ endpoint }) => endpoint),
    )
    .toContain('GET /rivals/admin 403');
});
