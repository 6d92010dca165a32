import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { endpoint } from '@touchline/api/endpoint';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '../process/log.ts';
import { createKoa } from './app.ts';
import { createGzipPrefix } from './encoding.ts';
import { createRoutes, mount, route } from './route.ts';
import { type Listening, listen } from './server.ts';

const texts = z.object({ texts: z.array(z.string()) });
const list = endpoint({
  method: 'GET',
  path: '/texts/:count',
  summary: 'Texts',
  auth: 'none',
  params: z.strictObject({ count: z.string() }),
  data: texts,
});
const write = endpoint({ method: 'POST', path: '/texts', summary: 'Writes', auth: 'none', data: texts });
const LINES = Array.from({ length: 500 }, (_, index) => `line ${index}`);
let running: Listening;

beforeAll(async () => {
  const app = createKoa({ log: createLog('test', 'silent'), ready: async () => ({}) });
  const routes = createRoutes(null);
  route(routes, list, async ({ params }) => ({ texts: LINES.slice(0, Number(params.count)) }));
  route(routes, write, async () => ({ texts: LINES }));
  routes.router.get('/lines', (ctx) => {
    ctx.type = 'application/x-ndjson';
    ctx.body = Readable.from(LINES.map((line) => `${JSON.stringify(line)}\n`));
  });
  routes.router.get('/broken', (ctx) => {
    ctx.type = 'application/x-ndjson';
    ctx.body = Readable.from(breakOff());
  });
  mount(app, routes);
  running = await listen(app, 0, '127.0.0.1');
});

async function* breakOff() {
  yield `${LINES[0]}\n`;
  throw new Error('the database is down');
}

afterAll(() => running.close());

async function read(path: string, accepted?: string): Promise<{ response: IncomingMessage; body: Buffer }> {
  const headers = accepted ? { 'accept-encoding': accepted } : {};
  const response = await new Promise<IncomingMessage>((done, fail) => {
    get(`${running.url}/api${path}`, { headers }, done).once('error', fail);
  });
  return { response, body: await buffer(response) };
}

describe('compressed JSON', () => {
  test('a browser gets brotli, with one ETag for all encodings', async () => {
    const { response, body } = await read('/texts/500', 'gzip, deflate, br, zstd');
    const plain = await read('/texts/500');
    expect(response.headers['content-encoding']).toBe('br');
    expect(response.headers.vary).toBe('Accept-Encoding');
    expect(response.headers['content-length']).toBe(String(body.length));
    expect(response.headers.etag).toBe(plain.response.headers.etag);
    expect(brotliDecompressSync(body).equals(plain.body)).toBe(true);
    expect(JSON.parse(plain.body.toString()).data).toEqual({ texts: LINES });
  });

  test('a client without brotli gets gzip, and one without compression plain JSON', async () => {
    const { response, body } = await read('/texts/500', 'gzip');
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(body).toString()).data.texts).toHaveLength(500);
    const plain = await read('/texts/500');
    expect(plain.response.headers['content-encoding']).toBeUndefined();
    expect(plain.response.headers.vary).toBe('Accept-Encoding');
  });

  test('a small response and the response to a write are not compressed', async () => {
    const { response, body } = await read('/texts/3', 'br');
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(body.toString()).data.texts).toHaveLength(3);
    const written = await fetch(`${running.url}/api/texts`, { method: 'POST' });
    expect(written.headers.get('content-encoding')).toBeNull();
    expect(await written.json()).toMatchObject({ data: { texts: LINES } });
  });

  test.each(['br', 'gzip'])('lines are compressed as they are written, with %s', async (encoding) => {
    const { response, body } = await read('/lines', encoding);
    expect(response.headers['content-encoding']).toBe(encoding);
    const text = (encoding === 'br' ? brotliDecompressSync : gunzipSync)(body).toString();
    expect(text.trim().split('\n')).toEqual(LINES.map((line) => JSON.stringify(line)));
  });

  test('a stream that breaks off does not look complete', async () => {
    await expect(read('/broken', 'br')).rejects.toThrow();
  });
});

test('gzip responses unpack to the plain text for any prefix and end', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string({ unit: 'grapheme' })), (text, ends) => {
      const start = createGzipPrefix(text);
      for (const end of ends) {
        expect(start.plain(end).toString()).toBe(text + end);
        expect(gunzipSync(start.gzip(end)).toString()).toBe(text + end);
      }
    }),
  );
});

test('the common prefix is compressed, and ends up to 65,535 bytes are appended', () => {
  const start = createGzipPrefix('a row of the leaderboard '.repeat(1_000));
  expect(start.gzip('and its own row').length).toBeLessThan(300);
  expect(gunzipSync(start.gzip('x'.repeat(65_535)))).toHaveLength(25_000 + 65_535);
  expect(() => start.gzip('x'.repeat(65_536))).toThrow('do not fit');
});
