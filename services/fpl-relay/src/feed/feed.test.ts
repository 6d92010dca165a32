import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildLive, buildScript } from '../testing/feed-script.ts';
import { createFeedClient, type FeedClient, parseRetryAfter } from './feed.client.ts';
import { createFeed } from './feed.ts';

const signal = new AbortController().signal;

test('parseRetryAfter accepts seconds or a date and returns at most one hour', () => {
  const now = Date.UTC(2026, 8, 1);
  expect(parseRetryAfter('120', now)).toBe(120_000);
  expect(parseRetryAfter(new Date(now + 30_000).toUTCString(), now)).toBe(30_000);
  expect(parseRetryAfter('999999999', now)).toBe(3_600_000);
  for (const invalid of [undefined, '', 'soon', '0', '-5', new Date(now - 1_000).toUTCString()])
    expect([invalid, parseRetryAfter(invalid, now)]).toEqual([invalid, undefined]);
});

/** Serves a feed with this handler while `use` runs with a client of it. */
async function withFeed<T>(handle: RequestListener, use: (client: FeedClient) => Promise<T>): Promise<T> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createFeedClient({ baseUrl, maxBytes: 100_000 });
  try {
    return await use(client);
  } finally {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
}

test('feed caches only the most recently used live lists', async () => {
  const conditional: (string | undefined)[] = [];
  const handle: RequestListener = ({ url, headers }, response) => {
    const gameweek = Number(/\d+/.exec(url ?? '')?.[0]);
    if (headers['if-none-match']) conditional.push(url);
    response
      .setHeader('etag', `"${gameweek}"`)
      .end(JSON.stringify({ elements: [buildLive(gameweek, 0, [])] }));
  };
  await withFeed(handle, async (client) => {
    const feed = createFeed(client);
    const [first, second] = [await feed.live(1, signal), await feed.live(2, signal)];
    expect(await feed.live(1, signal)).toBe(first); // the same object while the response does not change
    for (const gameweek of [3, 4, 5, 6, 7]) await feed.live(gameweek, signal);
    expect(await feed.live(1, signal)).toBe(first);
    expect(await feed.live(2, signal)).not.toBe(second);
  });
  expect(conditional).toEqual(['/event/1/live/', '/event/1/live/']);
});

/** Fetches once from a feed with this handler. */
async function fetchFrom(handle: RequestListener) {
  const requested: string[] = [];
  const record: RequestListener = (request, response) => {
    requested.push(request.url ?? '');
    handle(request, response);
  };
  const result = await withFeed(record, (client) =>
    client.get('fixtures', '/fixtures/', signal).catch((error: unknown) => error),
  );
  return { requested, result };
}

test('feed requests are conditional on the last valid response', async () => {
  const body = JSON.stringify(buildScript(Date.UTC(2026, 8, 1)).fixtures);
  const modified = 'Tue, 01 Sep 2026 00:00:00 GMT';
  const responses: [status: number, headers: Record<string, string>, body?: string][] = [
    [200, { etag: '"page"' }, '<html>The game is being updated.</html>'],
    [200, { etag: '"valid"', 'last-modified': modified }, body],
    [304, {}],
    [200, { etag: '"page"' }, '<html>The game is being updated.</html>'],
    [304, {}],
  ];
  const conditions: unknown[] = [];
  const handle: RequestListener = ({ headers }, response) => {
    const [status, fields, text] = responses[conditions.length]!;
    conditions.push([headers['if-none-match'], headers['if-modified-since']]);
    response.writeHead(status, fields).end(text);
  };
  const results: unknown[] = [];
  await withFeed(handle, async (client) => {
    const feed = createFeed(client);
    for (const _ of responses) results.push(await feed.fixtures(signal).catch((error: unknown) => error));
  });
  const [none, valid] = [
    [undefined, undefined],
    ['"valid"', modified],
  ];
  expect(conditions).toEqual([none, none, valid, valid, valid]);
  expect(results[0]).toMatchObject({ fault: 'not-json' });
  expect(results[1]).toHaveLength(6);
  expect(results[2]).toBe(results[1]);
  expect(results[3]).toMatchObject({ fault: 'not-json' });
  expect(results[4]).toBe(results[1]);
});

test('A16 feed client does not follow a redirect', async () => {
  const { requested, result } = await fetchFrom(({ url }, response) => {
    if (url === '/fixtures/') response.writeHead(302, { location: '/elsewhere' }).end();
    else response.end('[]');
  });
  expect(result).toMatchObject({ fault: 'status' });
  expect(requested).toEqual(['/fixtures/']);
});

test.each([
  ['plain', {}, Buffer.alloc(200_000)],
  ['highly compressed', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(2_000_000))],
])('A17 feed client rejects a response that is too large, %s', async (_name, headers, body) => {
  const { result } = await fetchFrom((_request, response) => response.writeHead(200, headers).end(body));
  expect(result).toMatchObject({ fault: 'size' });
});
