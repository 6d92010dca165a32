import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { expect, test } from 'vitest';
import { createFolder, type GatewayUnderTest, gatewaySuite } from '../testing/gateway-under-test.ts';
import { rawClient } from '../testing/raw-client.ts';

const folder = createFolder('files');
mkdirSync(join(folder, 'assets'));
const SMALL = 'export {};';
writeFileSync(join(folder, 'assets', 'small.js'), SMALL);
writeFileSync(join(folder, 'assets', 'medium.js'), 'x'.repeat(700_000));
writeFileSync(join(folder, 'assets', 'large.js'), 'x'.repeat(20_000_000));

const gateway = gatewaySuite(createTestDatabase);

const get = (url: string, path: string, silent: boolean) =>
  rawClient(url, [`GET ${path} HTTP/1.1`, 'Host: x', 'Accept-Encoding: identity'], { silent });

const impatient = { SHELL_DIR: folder, READ_TIMEOUT_SECONDS: '1' };

test('N1 a client that does not read its response is disconnected', async () => {
  const running = await gateway.start(impatient);
  const clients = Array.from({ length: 20 }, () => get(running.url, '/assets/large.js', true));
  await expect.poll(running.accepted).toBe(20);
  await expect.poll(running.connections).toBe(0);
  for (const { socket } of clients) socket.destroy();
});

test('N1 a slow client that keeps reading receives its whole file', async () => {
  const { url } = await gateway.start(impatient);
  const client = get(url, '/assets/medium.js', false);
  const toggle = setInterval(() => {
    if (client.socket.isPaused()) client.socket.resume();
    else client.socket.pause();
  }, 300);
  await expect.poll(() => client.received().length).toBeGreaterThan(700_000);
  clearInterval(toggle);
  client.socket.destroy();
});

test('N1 idle connections and long requests are not disconnected', async () => {
  const running = await gateway.start(impatient);
  const client = get(running.url, '/healthz', false);
  await expect.poll(client.status).toBe(200);
  const live = await fetch(`${running.url}/api/live`);
  // Once a stalled client is disconnected, all others have been checked for the same time.
  get(running.url, '/assets/large.js', true);
  await expect.poll(running.accepted).toBe(3);
  await expect.poll(running.connections).toBe(2);
  expect(client.closed()).toBe(false);
  await live.body?.cancel();
  client.socket.destroy();
});

const openMany = async ({ url, connections }: GatewayUnderTest, stay: number) => {
  const clients = Array.from({ length: 8 }, () => get(url, '/healthz', false));
  await expect.poll(() => clients.filter((client) => client.status() === 200).length).toBe(stay);
  await expect.poll(connections).toBe(stay);
  return clients;
};

test('N1 connections per address are limited; a closed connection frees a slot', async () => {
  const running = await gateway.start({ MAX_CONNECTIONS_PER_ADDRESS: '5' });
  for (const { socket } of await openMany(running, 5)) socket.destroy();
  await expect.poll(running.connections).toBe(0);
  for (const { socket } of await openMany(running, 5)) socket.destroy();
});

test('N1 behind a trusted proxy, from which all connections come, only the total is limited', async () => {
  const behind = { MAX_CONNECTIONS_PER_ADDRESS: '5', TRUSTED_PROXIES: '1' };
  for (const { socket } of await openMany(await gateway.start(behind), 8)) socket.destroy();
  const full = await gateway.start({ ...behind, MAX_CONNECTIONS: '6' });
  for (const { socket } of await openMany(full, 6)) socket.destroy();
});

test('a request after the last byte of a response gets its response, although the gateway still has the file open', async () => {
  const { url } = await gateway.start({ SHELL_DIR: folder });
  const head = ['GET /assets/small.js HTTP/1.1', 'Host: x', 'Accept-Encoding: identity'];
  const client = rawClient(url, head);
  const count = () => client.received().split(SMALL).length - 1;
  let sent = 1;
  client.socket.on('data', () => {
    if (count() < sent || sent === 200) return;
    sent += 1;
    client.write(`${head.join('\r\n')}\r\n\r\n`);
  });
  await expect.poll(() => client.closed() || count() === 200).toBe(true);
  expect([count(), client.closed()]).toEqual([200, false]);
  client.socket.destroy();
});

test('requests that do not wait for the response before them hold nothing after their connection ends', async () => {
  const running = await gateway.start({ MAX_LIVE_STREAMS_PER_ADDRESS: '3' });
  const open = 'GET /api/live HTTP/1.1\r\nHost: x\r\n\r\n';
  const client = rawClient(running.url, ['GET /api/live HTTP/1.1', 'Host: x']);
  await expect.poll(client.status).toBe(200);
  client.write(open.repeat(2));
  await expect.poll(client.closed).toBe(true);
  await expect.poll(running.connections).toBe(0);
  const streams = await Promise.all([1, 2, 3].map(() => fetch(`${running.url}/api/live`)));
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const { body } of streams) await body?.cancel();
});
