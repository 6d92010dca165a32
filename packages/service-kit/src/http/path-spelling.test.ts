import { get } from 'node:http';
import { endpoint } from '@touchline/api/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '../process/log.ts';
import { createKoa } from './app.ts';
import { createRoutes, mount, route } from './route.ts';
import { type Listening, listen } from './server.ts';

const read = endpoint({
  method: 'GET',
  path: '/things/:id/read',
  auth: 'none',
  summary: 'For the test',
  params: z.strictObject({ id: z.string() }),
  data: z.object({ id: z.string() }),
});
let running: Listening;

beforeAll(async () => {
  const app = createKoa({ log: createLog('test', 'silent'), ready: async () => ({ database: true }) });
  const routes = createRoutes(null);
  route(routes, read, async ({ params }) => params);
  mount(app, routes);
  running = await listen(app, 0, '127.0.0.1');
});
afterAll(() => running.close());

/** Sends the path unchanged; fetch would normalise it. */
const readStatus = (path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(running.url);
    get({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });

test('S14 an endpoint has exactly one path spelling, by which the gateway counts requests', async () => {
  expect(await readStatus('/api/things/1/read')).toBe(200);
  const others = [
    '/api/things/1/Read',
    '/API/things/1/read',
    '/api/things/1/read/',
    '/api/things//read',
    '//api/things/1/read',
    '/api/things/1//read',
    '/api/things/1/rea%64',
    '/api/things/1/read;a=1',
    '/api/./things/1/read',
  ];
  for (const path of others) expect([path, await readStatus(path)]).toEqual([path, 404]);
});
