import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { liveOf } from '../testing/feed-script.ts';
import { createFeedClient, type FeedClient, retryAfterMs } from './feed.client.ts';
import { createFeed } from './feed.ts';

const signal = new AbortController().signal;

test('only the live lists of the latest gameweeks are cached', async () => {
  const forgotten: string[] = [];
  const client: FeedClient = {
    get: async (_resource, path) => ({
      text: JSON.stringify({ elements: [liveOf(Number(/\d+/.exec(path)?.[0]), 0, [])] }),
      accept: () => {},
    }),
    forget: (path) => void forgotten.push(path),
    close: async () => {},
  };
  const feed = createFeed(client);
  const [first, second] = [await feed.live(1, signal), await feed.live(2, signal)];
  expect(await feed.live(1, signal)).toBe(first); // the same while the feed answers the same
  for (const gameweek of [3, 4, 5]) await feed.live(gameweek, signal);
  expect(forgotten).toEqual(['/event/2/live/']);
  expect(await feed.live(1, signal)).toBe(first);
  expect(await feed.live(2, signal)).not.toBe(second);
});

test('Retry-After holds seconds or a date, and waits for an hour at most', () => {
  const now = Date.UTC(2026, 8, 1);
  expect(retryAfterMs('120', now)).toBe(120_000);
  expect(retryAfterMs(new Date(now + 30_000).toUTCString(), now)).toBe(30_000);
  expect(retryAfterMs('999999999', now)).toBe(3_600_000);
  for (const useless of [undefined, '', 'soon', '0', '-5', new Date(now - 1_000).toUTCString()])
    expect([useless, retryAfterMs(useless, now)]).toEqual([useless, undefined]);
});

/** Fetches once from a feed that answers so. */
async function fetchFrom(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createFeedClient({ baseUrl, userAgent: 'test', maxBytes: 100_000 });
  const answered = await client.get('fixtures', '/fixtures/', signal).catch((error: unknown) => error);
  await client.close();
  server.closeAllConnections();
  server.close();
  return { asked, answered };
}

test('A16 a redirect is not followed', async () => {
  const { asked, answered } = await fetchFrom(({ url }, response) => {
    if (url === '/fixtures/') response.writeHead(302, { location: '/elsewhere' }).end();
    else response.end('[]');
  });
  expect(answered).toMatchObject({ fault: 'status' });
  expect(asked).toEqual(['/fixtures/']);
});

test.each([
  ['plain', {}, Buffer.alloc(200_000)],
  ['compressed to almost nothing', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(2_000_000))],
])('A17 an answer that is too large, %s, is refused', async (_name, headers, body) => {
  const { answered } = await fetchFrom((_request, response) => response.writeHead(200, headers).end(body));
  expect(answered).toMatchObject({ fault: 'size' });
});
