import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { type RawClient, rawClient } from '../testing/raw-client.ts';
import { visitor } from '../testing/visitor.ts';
import { createProxy } from './proxy.ts';

/** A fake service that responds once the complete body has arrived. */
let service: Server;
let arrived = 0;
beforeAll(async () => {
  service = createServer((incoming, response) => {
    arrived++;
    incoming.resume().on('end', () => response.end('{"success":true,"data":{}}'));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  service?.closeAllConnections();
  service?.close();
});

const serviceUrl = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
const gateway = gatewaySuite(createTestDatabase, () => ({
  SERVICE_GAMES_URL: serviceUrl(),
  SERVICE_FPL_RELAY_URL: serviceUrl(),
}));

/** Announces 30 kB and sends one byte. */
const sendSlowBody = (url: string, path: string) => {
  const client = rawClient(url, [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    'Content-Length: 30000',
  ]);
  client.write('{');
  return client;
};

const count = (clients: RawClient[], status: number) =>
  clients.filter((client) => client.status() === status).length;

test('S5 slow bodies occupy no connection to a service and are rejected after 5 s', async () => {
  const open = await gateway.start({
    SERVICE_GAMES_URL: serviceUrl(),
    MAX_UNFINISHED_BODIES_PER_ADDRESS: '1000',
    MAX_CONNECTIONS_PER_ADDRESS: '1000',
  });
  arrived = 0;
  const slow = Array.from({ length: 300 }, () => sendSlowBody(open.url, '/api/games/1/join'));
  await Promise.all(slow.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));
  for (let probe = 0; probe < 5; probe++) {
    const response = await fetch(`${open.url}/api/games`, { signal: AbortSignal.timeout(20_000) });
    expect(response.status).toBe(200);
  }
  expect(arrived).toBe(5);
  await expect.poll(() => count(slow, 408)).toBe(300);
  expect(slow[0]?.received()).toContain('"code":"REQUEST_TIMEOUT"');
});

test.each(['/api/games/1/join', '/api/auth/login', '/no-such-page'])(
  'S5 an address may send ten incomplete bodies concurrently (%s)',
  async (path) => {
    const { url } = await gateway.start({ SERVICE_GAMES_URL: serviceUrl() });
    const slow = Array.from({ length: 15 }, () => sendSlowBody(url, path));
    // A page rejects the method without reading the body, which stays incomplete.
    const unread = path === '/no-such-page' ? 10 : 0;
    await expect.poll(() => [count(slow, 429), count(slow, 405)]).toEqual([5, unread]);
    for (const { socket } of slow) socket.destroy();
    // Disconnected clients free their slots.
    const again = async () => (await visitor(url).post('/api/games/1/join', { a: 1 })).status;
    await expect.poll(again).toBe(200);
  },
);

test('S5 a body for an endpoint of the gateway may take 10 s; a slow address can send requests again afterwards', async () => {
  const { url } = await gateway.start({
    SERVICE_GAMES_URL: serviceUrl(),
    MAX_UNFINISHED_BODIES_PER_ADDRESS: '2',
  });
  const join = '/api/games/1/join';
  const slow = [
    sendSlowBody(gateway.url, '/api/auth/login'),
    sendSlowBody(url, join),
    sendSlowBody(url, join),
  ];
  const again = async () => (await visitor(url).post(join, { a: 1 })).status;
  await expect.poll(again).toBe(429);
  await expect.poll(() => count(slow, 408)).toBe(3);
  await expect.poll(again).toBe(200);
});

test('a request whose body arrives while the gateway stops gets its response', async () => {
  const leaving = await gateway.start({ SERVICE_GAMES_URL: serviceUrl() });
  const client = rawClient(leaving.url, [
    'POST /api/games/1/join HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    'Content-Length: 2',
    'Expect: 100-continue',
  ]);
  // The gateway has started to handle the request.
  await expect.poll(client.received).toContain('100 Continue');
  const stopped = leaving.stop();
  client.write('{}');
  await stopped;
  expect(client.received()).toContain('HTTP/1.1 200 OK');
});

test('S5 requests beyond the limit of a service are 503 immediately', async () => {
  const proxy = createProxy({ maxOpenRequests: 2 });
  const held: (() => void)[] = [];
  const silent = createServer((_request, response) => held.push(() => response.end()));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const codes: unknown[] = [];
  const front = createServer((request, response) => {
    proxy
      .forward({ request, response, upstream: { origin }, requestId: 'x' })
      .catch((error: { code: string }) => {
        codes.push(error.code);
        response.end();
      });
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}/`;
  const first = [fetch(url), fetch(url)];
  await expect.poll(() => held.length).toBe(2);
  await fetch(url);
  expect(codes).toEqual(['UPSTREAM_UNAVAILABLE']);
  for (const finish of held) finish();
  await Promise.all(first);
  const next = fetch(url);
  await expect.poll(() => held.length).toBe(3);
  held[2]?.();
  expect((await next).status).toBe(200);
  front.close();
  silent.close();
});
