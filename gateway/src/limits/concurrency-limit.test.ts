import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

test('a key is limited to its number of open responses; a closed response frees a slot', async () => {
  const limit = createConcurrencyLimit({ perKey: 2, total: 4, noun: 'streams', retryAfterSeconds: 60 });
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
    createConcurrencyLimit({ perKey: 0, noun: 'streams', retryAfterSeconds: 60 }).take('a', {} as never),
  ).toThrow(expect.objectContaining({ code: 'RATE_LIMITED', retryAfter: 60 }));
});
