import { createClient } from '@touchline/api/client';
import { endpoint } from '@touchline/api/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '../process/log.ts';
import { createKoa } from './app.ts';
import { createRoutes, mount, route } from './route.ts';
import { type Listening, listen } from './server.ts';

const change = endpoint({
  method: 'PUT',
  path: '/thing',
  auth: 'none',
  summary: 'For the test',
  body: z.strictObject({ name: z.string().optional() }),
  versioned: true,
  data: z.object({ saw: z.string() }),
});

let running: Listening;

beforeAll(async () => {
  const app = createKoa({ log: createLog('test', 'silent'), ready: async () => ({}) });
  const routes = createRoutes(null);
  route(routes, change, async ({ version }) => ({ saw: version }));
  mount(app, routes);
  running = await listen(app, 0, '127.0.0.1');
});
afterAll(async () => {
  await running?.close();
});

test('the handler of a versioned endpoint receives the version of the client', async () => {
  const client = createClient({ base: `${running.url}/api` });
  expect(await client.request(change, { body: {}, version: '4.a-7' })).toEqual({ saw: '4.a-7' });
  await expect(client.request(change, { body: {} })).rejects.toMatchObject({
    status: 400,
    details: [{ path: 'If-Match', message: 'is required' }],
  });
});

test.each([
  ['"4"', 200],
  ['W/"4"', 200], // a proxy that compresses makes ETags weak
  ['*', 400],
  ['4', 400],
  ['"4", "5"', 400],
  ['""', 400],
])('an If-Match of %s results in %i', async (version, status) => {
  const headers = { 'content-type': 'application/json', 'if-match': version };
  expect((await fetch(`${running.url}/api/thing`, { method: 'PUT', headers, body: '{}' })).status).toBe(
    status,
  );
});
