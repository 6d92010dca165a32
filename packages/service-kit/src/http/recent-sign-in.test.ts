import { endpoint } from '@touchline/api/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '../process/log.ts';
import { startTokens, type Tokens, wallet } from '../testing/tokens.ts';
import { createKoa } from './app.ts';
import { createVerifier } from './auth.ts';
import { createRoutes, mount, route } from './route.ts';
import { type Listening, listen } from './server.ts';

const ADMIN = wallet(1);
const PLAYER = wallet(2);
const data = z.object({ done: z.literal(true) });
const declared = { path: '/rule', summary: 'For the test', data } as const;
const read = endpoint({ ...declared, method: 'GET', auth: 'admin' });
const writes = (['POST', 'PUT', 'DELETE'] as const).map((method) =>
  endpoint({ ...declared, method, auth: 'admin' }),
);
const play = endpoint({ ...declared, path: '/play', method: 'POST', auth: 'player' });

let tokens: Tokens;
let running: Listening;

beforeAll(async () => {
  tokens = await startTokens();
  const app = createKoa({ log: createLog('test', 'silent'), ready: async () => ({}) });
  const routes = createRoutes(createVerifier({ jwksUrl: tokens.jwksUrl, adminWallets: [ADMIN] }));
  for (const each of [read, ...writes, play]) route(routes, each, async () => ({ done: true as const }));
  mount(app, routes);
  running = await listen(app, 0, '127.0.0.1');
});
afterAll(async () => {
  await running?.close();
  await tokens?.stop();
});

async function send(method: string, path: string, who: string, minutesAgo: number) {
  const authorization = `Bearer ${await tokens.accessTokenAged(who, minutesAgo)}`;
  const response = await fetch(`${running.url}/api${path}`, { method, headers: { authorization } });
  const { code } = (await response.json()) as { code?: string };
  return code ?? response.status;
}

describe('A26 S12 admin writes', () => {
  test.each(['POST', 'PUT', 'DELETE'])('%s requires a sign-in within the last 15 minutes', async (method) => {
    expect(await send(method, '/rule', ADMIN, 14)).toBe(200);
    expect(await send(method, '/rule', ADMIN, 15)).toBe('REAUTH_REQUIRED');
    expect(await send(method, '/rule', ADMIN, 7 * 24 * 60)).toBe('REAUTH_REQUIRED');
  });

  test('a player is FORBIDDEN, regardless of the age of the session', async () => {
    expect(await send('POST', '/rule', PLAYER, 0)).toBe('FORBIDDEN');
    expect(await send('POST', '/rule', PLAYER, 60)).toBe('FORBIDDEN');
  });

  test('reads and player requests need no recent sign-in', async () => {
    expect(await send('GET', '/rule', ADMIN, 60)).toBe(200);
    expect(await send('POST', '/play', ADMIN, 60)).toBe(200);
  });
});
