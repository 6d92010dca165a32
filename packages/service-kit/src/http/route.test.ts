import { endpoint } from '@touchline/api/endpoint';
import { limit } from '@touchline/api/values';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '../process/log.ts';
import { createMetrics } from '../process/metrics.ts';
import { createKoa } from './app.ts';
import { createVerifier, TOKEN_AUDIENCE, TOKEN_ISSUER } from './auth.ts';
import { createRoutes, mount, route } from './route.ts';
import { type Listening, listen } from './server.ts';

const name = z.object({ name: z.string() });
const greet = endpoint({
  method: 'POST',
  path: '/things/:id/greet',
  auth: 'player',
  summary: 'For the test',
  params: z.strictObject({ id: z.uuid('must be an id') }),
  body: z.strictObject({ name: z.string().max(40_000), list: z.array(z.int()).optional() }),
  data: name,
  status: 201,
});
const list = endpoint({
  method: 'GET',
  path: '/things',
  auth: 'optional',
  summary: 'For the test',
  query: z.strictObject({ limit: limit(50) }),
  data: z.object({ limit: z.number(), who: z.string().nullable() }),
});
const rule = endpoint({ method: 'GET', path: '/rule', auth: 'admin', summary: 'For the test', data: name });
const shelf = endpoint({
  method: 'GET',
  path: '/shelves/:id',
  auth: 'none',
  summary: 'For the test',
  params: z.strictObject({ id: z.string() }),
  data: name,
});
const namedShelf = endpoint({
  method: 'GET',
  path: '/shelves/named',
  auth: 'none',
  summary: 'For the test',
  data: name,
});
const bare = endpoint({ method: 'POST', path: '/bare', auth: 'none', summary: 'For the test', data: name });
const fails = endpoint({ method: 'GET', path: '/fails', auth: 'none', summary: 'For the test', data: name });
const ID = '5b0cb6ef-6e53-4f0b-8f8f-0f8f6d3f7a11';
const WALLET = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const ADMIN = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
let running: Listening;
let player: string;
let admin: string;

beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA', { extractable: true });
  const keys = createLocalJWKSet({
    keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'EdDSA' }],
  });
  const tokenOf = (wallet: string) =>
    new SignJWT({ sid: 's', auth_time: 1 })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: 'k' })
      .setSubject(wallet)
      .setIssuer(TOKEN_ISSUER)
      .setAudience(TOKEN_AUDIENCE)
      .setJti('j')
      .setIssuedAt()
      .setExpirationTime('15m')
      .sign(pair.privateKey);
  [player, admin] = await Promise.all([tokenOf(WALLET), tokenOf(ADMIN)]);
  const metrics = createMetrics('test');
  const app = createKoa({
    log: createLog('test', 'silent'),
    metrics,
    ready: async () => ({ database: true }),
  });
  const routes = createRoutes(createVerifier({ keys, adminWallets: [ADMIN] }));
  route(routes, greet, async ({ body, params, user }) => {
    return { name: `${user.wallet_address} ${params.id} ${body.name}`, secret: 'never shown' };
  });
  route(routes, list, async ({ query, user }) => ({
    limit: query.limit,
    who: user?.wallet_address ?? null,
  }));
  route(routes, shelf, async ({ params }) => ({ name: `parameter ${params.id}` }));
  route(routes, namedShelf, async () => ({ name: 'literal' }));
  route(routes, rule, async () => ({ name: 'ruled' }));
  route(routes, bare, async () => ({ name: 'bare' }));
  route(routes, fails, async () => {
    throw new Error('select * from secrets at /srv/app.js');
  });
  mount(app, routes);
  running = await listen(app, 0, '127.0.0.1');
});

afterAll(() => running.close());

interface Failure {
  success: boolean;
  error: string;
  code: string;
  details?: { path?: string; message: string }[];
  request_id: string;
  data?: unknown;
}

async function send(path: string, init: RequestInit & { token?: string | null } = {}) {
  const headers = new Headers(init.headers);
  if (init.token) headers.set('authorization', `Bearer ${init.token}`);
  const response = await fetch(`${running.url}${path}`, { ...init, headers });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Failure };
}

const post = (body: unknown, more: { token?: string | null; headers?: Record<string, string> } = {}) =>
  send(`/api/things/${ID}/greet`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    token: more.token === undefined ? player : more.token,
    headers: { 'content-type': 'application/json', ...more.headers },
  });

const paths = (body: Failure) => body.details?.map((detail) => detail.path);

describe('routes', () => {
  test('a response has the envelope, the declared status and only declared fields', async () => {
    const { status, body, headers } = await post({ name: 'Bo' });
    expect(status).toBe(201);
    expect(body).toEqual({ success: true, data: { name: `${WALLET} ${ID} Bo` } });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('date')).toBeTruthy();
  });

  test('A5 a player endpoint requires a valid token', async () => {
    expect(await post({ name: 'Bo' }, { token: null })).toMatchObject({
      status: 401,
      body: { code: 'TOKEN_MISSING' },
    });
    expect(await post({ name: 'Bo' }, { token: 'a.b.c' })).toMatchObject({
      status: 401,
      body: { code: 'TOKEN_INVALID' },
    });
    const basic = await post({ name: 'Bo' }, { token: null, headers: { authorization: 'Basic Zm9v' } });
    expect(basic).toMatchObject({ status: 401, body: { code: 'TOKEN_INVALID' } });
  });

  test('authentication comes before validation', async () => {
    expect((await post({ wrong: 1 }, { token: null })).status).toBe(401);
  });

  test('A5 admin endpoints admit only administrators', async () => {
    expect((await send('/api/rule')).status).toBe(401);
    expect(await send('/api/rule', { token: player })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
    expect((await send('/api/rule', { token: admin })).status).toBe(200);
  });

  test('optional-auth endpoints never return 401', async () => {
    expect((await send('/api/things')).body.data).toEqual({ limit: 50, who: null });
    expect((await send('/api/things', { token: 'a.b.c' })).body.data).toEqual({ limit: 50, who: null });
    expect((await send('/api/things', { headers: { authorization: 'invalid' } })).status).toBe(200);
    expect((await send('/api/things', { token: player })).body.data).toEqual({ limit: 50, who: WALLET });
  });

  test('a validation error names every invalid, missing and unknown field', async () => {
    const { status, body } = await post({ list: [1, 'x'], earned_points: 5, user_id: 'me' });
    expect(status).toBe(400);
    expect(body.code).toBe('VALIDATION_FAILED');
    expect(paths(body)).toEqual(expect.arrayContaining(['name', 'list.1', 'earned_points', 'user_id']));
    expect(body.request_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a validation error distinguishes a value of the wrong type from a missing one', async () => {
    expect((await post({})).body.details).toEqual([{ path: 'name', message: 'is required' }]);
    expect((await post({ name: 5, list: [1.5] })).body.details).toEqual([
      { path: 'name', message: 'must be a string' },
      { path: 'list.0', message: 'must be an integer' },
    ]);
  });

  test('a validation error names an invalid path parameter', async () => {
    const { status, body } = await send('/api/things/42/greet', {
      method: 'POST',
      token: player,
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect([status, paths(body)]).toEqual([400, ['id']]);
  });

  test('A14 unknown, invalid and repeated query keys are rejected by name', async () => {
    expect(paths((await send('/api/things?limt=3')).body)).toEqual(['limt']);
    expect(paths((await send('/api/things?limit=101')).body)).toEqual(['limit']);
    expect((await send('/api/things?limit=1&limit=9999')).body.details).toEqual([
      { path: 'limit', message: 'must appear only once' },
    ]);
    expect(paths((await send('/api/bare?a=1', { method: 'POST' })).body)).toEqual(['a']);
  });

  test('an endpoint without a body accepts no body or an empty object', async () => {
    const json = { 'content-type': 'application/json' };
    expect((await send('/api/bare', { method: 'POST' })).status).toBe(200);
    expect((await send('/api/bare', { method: 'POST', body: '{}', headers: json })).status).toBe(200);
    const { status, body } = await send('/api/bare', { method: 'POST', body: '{"a":1}', headers: json });
    expect([status, paths(body)]).toEqual([400, ['a']]);
  });

  test('a literal path wins over a parameter, although it was added later', async () => {
    expect((await send('/api/shelves/named')).body.data).toEqual({ name: 'literal' });
    expect((await send('/api/shelves/other')).body.data).toEqual({ name: 'parameter other' });
    expect((await send('/api/shelves/named/')).status).toBe(404);
  });

  test('unknown paths are 404 and other methods 405, with the failure envelope', async () => {
    expect(await send('/api/nothing')).toMatchObject({
      status: 404,
      body: { success: false, code: 'NOT_FOUND' },
    });
    expect(await send('/api/things', { method: 'DELETE' })).toMatchObject({
      status: 405,
      body: { code: 'METHOD_NOT_ALLOWED' },
    });
  });

  test('errors do not leak internals', async () => {
    const { status, body } = await send('/api/fails');
    expect(status).toBe(500);
    expect(body.code).toBe('INTERNAL');
    expect(JSON.stringify(body)).not.toMatch(/select|secrets|app\.js|stack/);
  });

  test('a request id is accepted only if it is a UUID', async () => {
    const own = 'c1b0a3f2-5d1c-4b7e-9a55-1f2e3d4c5b6a';
    expect((await send('/api/nothing', { headers: { 'x-request-id': own } })).body.request_id).toBe(own);
    expect((await send('/api/nothing', { headers: { 'x-request-id': 'evil' } })).body.request_id).not.toBe(
      'evil',
    );
  });

  test('health and readiness checks respond with 200', async () => {
    expect((await send('/healthz')).status).toBe(200);
    expect((await send('/readyz')).body).toMatchObject({
      success: true,
      data: { ready: { database: true } },
    });
  });
});
