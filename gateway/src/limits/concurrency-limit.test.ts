import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { createConcurrencyLimit, SITE_FACTOR } from './client-limits.ts';

const suite = gatewaySuite(createTestDatabase);

test('an address is limited to its number of open responses; a closed response frees a slot', async () => {
  const limit = createConcurrencyLimit({ perAddress: 2, total: 4, noun: 'streams', retryAfterSeconds: 60 });
  const server = createServer((request, response) => {
    try {
      limit.take(request.url ?? '', response);
      response.writeHead(200).write('open');
    } catch (error) {
      response.writeHead((error as { status: number }).status).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const open = (key: string) => fetch(`http://127.0.0.1:${port}/${key}`);
  try {
    const [first] = [await open('a'), await open('a')];
    expect((await open('a')).status).toBe(429);
    expect((await open('b')).status).toBe(200);
    await first.body?.cancel();
    await expect.poll(async () => (await open('a')).status).toBe(200);
    expect((await open('a')).status).toBe(429);
    expect([(await open('b')).status, (await open('c')).status]).toEqual([200, 429]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('a rejection has the code and the time to wait', () => {
  expect(() =>
    createConcurrencyLimit({ perAddress: 0, noun: 'streams', retryAfterSeconds: 60 }).take('a', {} as never),
  ).toThrow(expect.objectContaining({ code: 'RATE_LIMITED', retryAfter: 60 }));
});

test('S21 the networks of an IPv6 /48 have a common limit of open live streams', async () => {
  const { url } = await suite.start({ MAX_LIVE_STREAMS_PER_ADDRESS: '1', TRUSTED_PROXIES: '1' });
  const open = (address: string) => fetch(`${url}/api/live`, { headers: { 'x-forwarded-for': address } });
  const streams: Response[] = [];
  for (let index = 0; index <= SITE_FACTOR; index++) streams.push(await open(`2001:db8:1:${index}::1`));
  expect(streams.map(({ status }) => status).indexOf(429)).toBe(SITE_FACTOR);
  streams.push(await open('2001:db8:2::1'));
  expect(streams.at(-1)?.status).toBe(200);
  await streams[0]?.body?.cancel();
  const reopen = async () => {
    streams.push(await open('2001:db8:1:ffff::1'));
    return streams.at(-1)?.status;
  };
  await expect.poll(reopen).toBe(200);
  for (const { body } of streams.slice(1)) await body?.cancel();
});
