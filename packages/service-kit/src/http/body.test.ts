import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../process/log.ts';
import { createKoa } from './app.ts';
import { readBody, readBytes } from './body.ts';
import { type Listening, listen } from './server.ts';

let running: Listening;
const received: unknown[] = [];

beforeAll(async () => {
  const app = createKoa({ log: createLog('test', 'silent'), ready: async () => ({}) });
  app.use(async (ctx) => {
    if (ctx.path === '/upload') ctx.state.maxBodyBytes = 100_000;
    received.push(await readBody(ctx));
    ctx.body = { success: true };
  });
  running = await listen(app, 0, '127.0.0.1');
});
afterAll(() => running.close());

interface Result {
  status: number;
  code: string;
}

/** Sends chunks; without Content-Length unless the headers have it. */
function send(
  chunks: (string | Buffer)[],
  headers: Record<string, string> = {},
  path = '/',
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const json = { 'content-type': 'application/json', ...headers };
    const sent = request(`${running.url}${path}`, { method: 'POST', headers: json }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, code: JSON.parse(text).code }));
    });
    sent.on('error', reject);
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });
}

const invalid = { status: 400, code: 'VALIDATION_FAILED' };
const unsupported = { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' };
const tooLarge = { status: 413, code: 'BODY_TOO_LARGE' };
const fill = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes - 11) });

describe('request body', () => {
  test.each([
    ['an object', '{"a":[1,{"b":null}]}', { a: [1, { b: null }] }],
    ['an array', ' [1]', [1]],
    ['text with a byte order mark', '\ufeff{"a":"\\u00f6"}', { a: 'ö' }],
  ])('%s is parsed, also in chunks of single bytes', async (_name, text, value) => {
    received.length = 0;
    await send([text]);
    await send([...Buffer.from(text)].map((byte) => Buffer.of(byte)));
    expect(received).toEqual([value, value]);
  });

  test.each([
    ['nothing but spaces', '  '],
    ['incomplete', '{"a":'],
    ['two values', '{}{}'],
    ['a text', '"a"'],
    ['a number', '1'],
    ['null', 'null'],
    ['a single quote', "{'a':1}"],
    ['NaN', '{"a":NaN}'],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['a prototype', '{"__proto__":{"isAdmin":true}}'],
    ['a nested, escaped prototype', '{"a":[{"__pr\\u006Fto__":{"isAdmin":true}}]}'],
  ])('a body that is %s is 400', async (_name, body) => {
    expect(await send([body])).toEqual(invalid);
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  });

  test('a deeply nested body is parsed or rejected, and the next request is served', async () => {
    const deep = '['.repeat(16_000) + ']'.repeat(16_000);
    expect((await send([deep])).status).toBe(200);
    expect(await send(['['.repeat(32_000)])).toEqual(invalid);
    expect((await send(['{}'])).status).toBe(200);
  });

  test.each([
    ['another type', { 'content-type': 'text/plain' }],
    ['no type', { 'content-type': '' }],
    ['a similar type', { 'content-type': 'application/jsonp' }],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('a body with %s is 415', async (_name, headers) => {
    expect(await send(['{}'], headers)).toEqual(unsupported);
  });

  test('a charset of UTF-8 is accepted, a compressed body is 415', async () => {
    expect((await send(['{}'], { 'content-type': 'application/json; charset="UTF-8"' })).status).toBe(200);
    expect(await send([gzipSync(fill(50_000_000))], { 'content-encoding': 'gzip' })).toEqual(unsupported);
  });

  test('a body of 32 kB is accepted, a larger one is 413, with and without Content-Length', async () => {
    const limit = 32 * 1024;
    for (const headers of [{}, { 'content-length': String(limit) }] as Record<string, string>[])
      expect((await send([fill(limit)], headers)).status).toBe(200);
    expect(await send([fill(limit + 1)])).toEqual(tooLarge);
    expect(await send([fill(limit + 1)], { 'content-length': String(limit + 1) })).toEqual(tooLarge);
    expect(await send(Array.from({ length: 40 }, () => 'x'.repeat(1024)))).toEqual(tooLarge);
  });

  test('an authorised upload may be larger, up to its limit', async () => {
    expect((await send([fill(99_000)], {}, '/upload')).status).toBe(200);
    expect(await send([fill(100_001)], {}, '/upload')).toEqual(tooLarge);
  });

  test('a client that leaves half-way does not disturb other requests', async () => {
    const { port } = new URL(running.url);
    const client = connect(Number(port), '127.0.0.1');
    client.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"',
    );
    client.end();
    await new Promise((resolve) => client.once('close', resolve).resume());
    expect((await send(['{}'])).status).toBe(200);
  });

  test('a slow body is REQUEST_TIMEOUT', async () => {
    const codes: unknown[] = [];
    const server = createServer((incoming, response) => {
      readBytes(incoming, { timeoutMs: 50 }).catch((error: { code: string }) => {
        codes.push(error.code);
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{');
    await expect.poll(() => codes).toEqual(['REQUEST_TIMEOUT']);
    client.destroy();
    server.close();
  });
});
