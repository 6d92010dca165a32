import { endpoint } from '@touchline/api/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '../process/log.ts';
import { startTokens, type Tokens, wallet } from '../testing/tokens.ts';
import { createKoa } from './app.ts';
import { createVerifier } from './auth.ts';
import { createRoutes, mount, route } from './route.ts';
import { type Listening, listen } from './server.ts';

const data = z.object({ shown: z.string(), who: z.string().nullable() });
const declared = { method: 'GET', summary: 'For the test', data } as const;
const open = endpoint({ ...declared, path: '/open', auth: 'none' });
const either = endpoint({ ...declared, path: '/either', auth: 'optional' });
const own = endpoint({ ...declared, path: '/own', auth: 'player' });
const token = endpoint({ ...declared, path: '/token', auth: 'none', errorCodes: ['FORBIDDEN'] });
const fails = endpoint({ ...declared, path: '/fails', auth: 'none' });

let tokens: Tokens;
let running: Listening;
let shown = 'first';

beforeAll(async () => {
  tokens = await startTokens();
  const app = createKoa({ log: createLog('test', 'silent'), ready: async () => ({}) });
  const routes = createRoutes(createVerifier({ jwksUrl: tokens.jwksUrl, adminWallets: [] }));
  route(routes, open, async () => ({ shown, who: null }));
  route(routes, either, async ({ user }) => ({ shown, who: user?.wallet_address ?? null }));
  route(routes, own, async ({ user }) => ({ shown, who: user.wallet_address }));
  route(routes, token, async () => ({ shown, who: null }));
  route(routes, fails, async () => {
    throw new Error('for the test');
  });
  mount(app, routes);
  running = await listen(app, 0, '127.0.0.1');
});
afterAll(async () => {
  await running?.close();
  await tokens?.stop();
});

async function get(path: string, { who, tag }: { who?: string; tag?: string } = {}) {
  const headers = {
    ...(who ? { authorization: `Bearer ${await tokens.accessTokenAged(who, 0)}` } : {}),
    ...(tag ? { 'if-none-match': tag } : {}),
  };
  const response = await fetch(`${running.url}/api${path}`, { headers });
  const text = await response.text();
  return {
    status: response.status,
    data: text === '' ? null : JSON.parse(text).data,
    tag: response.headers.get('etag') ?? '',
    caching: response.headers.get('cache-control'),
  };
}

describe('conditional requests', () => {
  test('a public response is 304 until its content changes', async () => {
    const first = await get('/open');
    expect(first).toMatchObject({ status: 200, caching: 'public, no-cache', data: { shown: 'first' } });
    const same = await get('/open', { tag: first.tag });
    expect(same).toEqual({ ...first, status: 304, data: null });
    shown = 'second';
    expect(await get('/open', { tag: first.tag })).toMatchObject({ status: 200, data: { shown: 'second' } });
  });

  test('an optional-auth response never matches the ETag of another user', async () => {
    const who = wallet(1);
    const mine = await get('/either', { who });
    expect(mine).toMatchObject({ status: 200, caching: 'private, no-cache', data: { who } });
    expect(await get('/either', { who, tag: mine.tag })).toMatchObject({ status: 304 });
    const { tag } = mine;
    expect(await get('/either', { tag })).toMatchObject({ status: 200, data: { who: null } });
    expect(await get('/either', { tag, who: wallet(2) })).toMatchObject({ data: { who: wallet(2) } });
  });

  test('responses to players, to release tokens and failures are no-store', async () => {
    const nothing = { tag: '', caching: 'no-store' };
    expect(await get('/own', { who: wallet(1) })).toMatchObject({ status: 200, ...nothing });
    expect(await get('/token')).toMatchObject({ status: 200, ...nothing });
    expect(await get('/own')).toMatchObject({ status: 401, ...nothing });
    expect(await get('/fails')).toMatchObject({ status: 500, ...nothing });
  });
});
