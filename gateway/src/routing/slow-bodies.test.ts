import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { type RawClient, rawClient } from '../testing/raw-client.ts';
import { visitor } from '../testing/visitor.ts';
import { createProxy } from './proxy.ts';

/** Answers when the whole body has arrived, like every service. */
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
const slowBody = (url: string, path: string) => {
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

test('S5 slow bodies take no connection to a service and are refused after 5 s', async () => {
  const open = await gateway.start({
    SERVICE_GAMES_URL: serviceUrl(),
    MAX_UNFINISHED_BODIES_PER_ADDRESS: '1000',
    MAX_CONNECTIONS_PER_ADDRESS: '1000',
  });
  arrived = 0;
  const slow = Array.from({ length: 300 }, () => slowBody(open.url, '/api/games/1/join'));
  await Promise.all(slow.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));
  for (let probe = 0; probe < 5; probe++) {
    const answer = await fetch(`${open.url}/api/games`, { signal: AbortSignal.timeout(2_000) });
    expect(answer.status).toBe(200);
  }
  expect(arrived).toBe(5);
  await expect.poll(() => count(slow, 408), { timeout: 15_000 }).toBe(300);
  expect(slow[0]?.received()).toContain('"code":"REQUEST_TIMEOUT"');
});

test.each(['/api/games/1/join', '/api/auth/login', '/no-such-page'])(
  'S5 an address has at most ten unfinished bodies (%s)',
  async (path) => {
    const { url } = await gateway.start({ SERVICE_GAMES_URL: serviceUrl() });
    const slow = Array.from({ length: 15 }, () => slowBody(url, path));
    const refused = path === '/no-such-page' ? 0 : 5;
    await expect.poll(() => count(slow, 429)).toBe(refused);
    for (const { socket } of slow) socket.destroy();
    // Those that left make room.
    const again = async () => (await visitor(url).post('/api/games/1/join', { a: 1 })).status;
    await expect.poll(again).toBe(200);
  },
);

test('S5 a body for an endpoint of the gateway itself has 10 s; an address that was too slow may come again', async () => {
  const { url } = await gateway.start({
    SERVICE_GAMES_URL: serviceUrl(),
    MAX_UNFINISHED_BODIES_PER_ADDRESS: '2',
  });
  const join = '/api/games/1/join';
  const slow = [slowBody(gateway.url, '/api/auth/login'), slowBody(url, join), slowBody(url, join)];
  const again = async () => (await visitor(url).post(join, { a: 1 })).status;
  await expect.poll(again).toBe(429);
  await expect.poll(() => count(slow, 408), { timeout: 15_000 }).toBe(3);
  await expect.poll(again, { timeout: 15_000 }).toBe(200);
});

test('S5 calls beyond what a service can take are 503 at once, not queued without a bound', async () => {
  const proxy = createProxy({ maxCalls: 2 });
  const held: (() => void)[] = [];
  const silent = createServer((_request, response) => held.push(() => response.end()));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const codes: unknown[] = [];
  const door = createServer((request, response) => {
    proxy.forward({ request, response, origin, requestId: 'x' }).catch((error: { code: string }) => {
      codes.push(error.code);
      response.end();
    });
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}/`;
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
  await proxy.close();
  door.close();
  silent.close();
});
