import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayUnderTest, gatewaySuite, PUBLIC_URL } from '../testing/gateway-under-test.ts';

/** Requests to the replay, e.g. `POST /control/pause`. */
const received: string[] = [];
const replay = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  received.push(`${request.method} ${request.url} ${body}`.trim());
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"gameweek":6}');
});

let demo: GatewayUnderTest;
const production = gatewaySuite(createTestDatabase);

beforeAll(async () => {
  await new Promise<void>((resolve) => replay.listen(0, '127.0.0.1', resolve));
  const { port } = replay.address() as AddressInfo;
  demo = await production.start({ DEMO_REPLAY_URL: `http://127.0.0.1:${port}` });
});

afterAll(() => {
  replay.closeAllConnections();
  replay.close();
});

const send = (url: string, action: string, body: object, origin = PUBLIC_URL) =>
  fetch(`${url}/api/demo/replay/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(body),
  });

test('pages of this site can read and move the clock of the replay', async () => {
  const status = await fetch(`${demo.url}/api/demo/replay`);
  expect([status.status, await status.json()]).toEqual([200, { gameweek: 6 }]);
  await send(demo.url, 'advance', { to: 'next-goal' });
  expect(received).toEqual(['GET /control', 'POST /control/advance {"to":"next-goal"}']);
});

test('requests of other sites and other actions are rejected', async () => {
  received.length = 0;
  const statuses = [
    (await send(demo.url, 'pause', {}, 'https://elsewhere.example')).status,
    (await send(demo.url, 'wait', {})).status,
    (await fetch(`${demo.url}/api/demo/replay/pause`)).status,
  ];
  expect([statuses, received]).toEqual([[403, 404, 405], []]);
});

test('the replay endpoint is 404 without a replay', async () => {
  expect((await fetch(`${production.url}/api/demo/replay`)).status).toBe(404);
});

test('an open page sends a keep-alive to the replay immediately', async () => {
  received.length = 0;
  const page = new AbortController();
  const stream = await fetch(`${demo.url}/api/live`, { signal: page.signal });
  await expect.poll(() => received).toContain('POST /control/watched');
  page.abort();
  await stream.body?.cancel().catch(() => {});
});
