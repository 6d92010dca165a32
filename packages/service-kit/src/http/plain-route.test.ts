import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '../process/log.ts';
import { createMetrics } from '../process/metrics.ts';
import { createKoa } from './app.ts';
import { createRoutes, mount, plainRoute } from './route.ts';
import { type Listening, listen } from './server.ts';

const lines = {
  path: '/things/:id/lines',
  params: z.strictObject({ id: z.coerce.number() }),
  query: z.strictObject({ after: z.coerce.number().optional() }),
};
const metrics = createMetrics('test');
let running: Listening;

beforeAll(async () => {
  const app = createKoa({ log: createLog('test', 'silent'), metrics, ready: async () => ({}) });
  const routes = createRoutes(null);
  plainRoute(routes, lines, async ({ params: { id }, query: { after = 0 }, ctx }) => {
    ctx.body = `${id + 1} ${after + 1}`;
  });
  plainRoute(routes, { path: '/things.csv' }, async ({ ctx }) => {
    ctx.body = 'things';
  });
  mount(app, routes);
  running = await listen(app, 0, '127.0.0.1');
});

afterAll(() => running.close());

const read = async (path: string) => {
  const response = await fetch(`${running.url}/api${path}`);
  return [response.status, await response.text()];
};

test('a plain route parses params and query, and writes the body without the envelope', async () => {
  expect(await read('/things/1/lines?after=2')).toEqual([200, '2 3']);
  expect(await read('/things.csv')).toEqual([200, 'things']);
});

test.each([
  ['/things/1/lines?after=1&after=2', 'after', 'must appear only once'],
  ['/things/1/lines?other=1', 'other', 'is not a known field'],
  ['/things.csv?other=1', 'other', 'is not a known field'],
  ['/things/x/lines', 'id', 'must be a number'],
])('a plain route rejects %s', async (path, field, message) => {
  const [status, text] = await read(path);
  expect([status, JSON.parse(String(text))]).toMatchObject([400, { details: [{ path: field, message }] }]);
});

test('requests of a plain route are measured by its path', async () => {
  await read('/things/7/lines');
  expect(await metrics.text()).toMatch(
    /_count\{service="test",method="GET",route="\/things\/:id\/lines",status="200"\} \d/,
  );
});
