import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { bearer, visitor } from '../testing/visitor.ts';
import { createProxy } from './proxy.ts';

/** Stands for a service: answers what the test says and records its requests. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
let service: Server;

beforeAll(async () => {
  service = createServer((incoming, response) => {
    let body = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (chunk: string) => {
      body += chunk;
    });
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      seen.push({ method, url, headers, body });
      answer(incoming, response);
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});

const serviceUrl = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

const gateway = gatewaySuite(createTestDatabase, () => ({ SERVICE_GAMES_URL: serviceUrl() }));

afterAll(() => {
  service?.closeAllConnections();
  service?.close();
});

beforeEach(() => {
  seen = [];
  answer = (_request, response) => response.end('{"success":true,"data":{}}');
});

describe('a call to a service', () => {
  test('reaches it with its path, query, body and token', async () => {
    await visitor(gateway.url).post('/api/games/1/join?a=b', { team_name: 'Ours' }, bearer('a.b.c'));
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/api/games/1/join?a=b',
      body: '{"team_name":"Ours"}',
    });
    expect(seen[0]?.headers.authorization).toBe('Bearer a.b.c');
  });

  test('carries no header that a client could forge', async () => {
    await visitor(gateway.url).get('/api/games', {
      cookie: 'touchline-refresh-8080=secret',
      'x-request-id': 'mine',
      'x-user': 'admin',
      'x-forwarded-for': '10.0.0.1',
      forwarded: 'for=10.0.0.1',
      te: 'trailers',
    });
    const { host: _host, connection: _connection, ...told } = seen[0]!.headers;
    expect(Object.keys(told).sort()).toEqual([
      'accept',
      'accept-encoding',
      'accept-language',
      'x-request-id',
    ]);
    expect(told['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("returns the service's status, headers and body, and our request id", async () => {
    answer = (_request, response) => {
      response.writeHead(304, { etag: '"7"', 'x-internal': 'yes', 'set-cookie': 'a=b' });
      response.end();
    };
    const got = await visitor(gateway.url).get('/api/games', { 'if-none-match': '"7"' });
    expect(got.status).toBe(304);
    expect(got.headers.get('etag')).toBe('"7"');
    expect(got.headers.has('x-internal')).toBe(false);
    expect(got.headers.has('set-cookie')).toBe(false);
    expect(got.headers.get('x-request-id')).toBe(seen[0]?.headers['x-request-id']);
  });

  test('streams a large answer completely', async () => {
    const part = 'x'.repeat(64 * 1024);
    answer = (_request, response) => {
      for (let sent = 0; sent < 50; sent++) response.write(part);
      response.end();
    };
    expect((await visitor(gateway.url).get('/api/games')).text.length).toBe(50 * part.length);
  });

  test('is repeated once when it only reads and the connection broke before an answer', async () => {
    let broken = false;
    answer = (_request, response) => {
      if (broken) response.end('{"success":true}');
      else response.destroy();
      broken = true;
    };
    expect((await visitor(gateway.url).get('/api/games')).status).toBe(200);
  });

  test('is never repeated when it writes', async () => {
    answer = (_request, response) => response.destroy();
    const got = await visitor(gateway.url).post('/api/games/1/join', {});
    expect(got.status).toBe(503);
    expect(seen).toHaveLength(1);
  });

  test('does not count as a failure of the service when the client leaves', async () => {
    const proxy = createProxy();
    const ends: unknown[] = [];
    const door = createServer((incoming, response) => {
      const exchange = { request: incoming, response, origin: serviceUrl(), requestId: 'x' };
      proxy.forward(exchange).then(
        () => ends.push(response.statusCode),
        (error: unknown) => ends.push(error),
      );
    });
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    answer = () => {};
    const leave = new AbortController();
    const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}/api/games`;
    const asked = fetch(url, { signal: leave.signal }).catch(() => 'gone');
    await expect.poll(() => seen).toHaveLength(1);
    leave.abort();
    expect(await asked).toBe('gone');
    await expect.poll(() => ends).toEqual([499]);
    await proxy.close();
    door.close();
  });

  test('is sent again when it never left, also a write: another replica may take it', async () => {
    const { port } = service.address() as AddressInfo;
    await new Promise((resolve) => {
      service.close(resolve);
      service.closeAllConnections();
    });
    const asked = visitor(gateway.url).post('/api/games/1/join', { team_name: 'Ours' });
    await new Promise<void>((resolve) => {
      setTimeout(() => service.listen(port, '127.0.0.1', resolve), 100);
    });
    expect((await asked).status).toBe(200);
    expect(seen).toHaveLength(1);
  });

  test('is answered even while the gateway stops', async () => {
    const leaving = await gateway.start({ SERVICE_GAMES_URL: serviceUrl() });
    let finish = () => {};
    answer = (_request, response) => {
      finish = () => response.end('{"success":true,"data":{}}');
    };
    const joining = visitor(leaving.url).post('/api/games/1/join', {});
    await expect.poll(() => seen).toHaveLength(1);
    const stopped = leaving.stop();
    finish();
    expect((await joining).status).toBe(200);
    await stopped;
  });

  test('is cut off, not completed, when the service dies in the middle of its answer', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    };
    await expect(visitor(gateway.url).get('/api/games')).rejects.toThrow();
  });
});

describe('a call that fails', () => {
  test('API-03 is 503 in the envelope when the service is down', async () => {
    const got = await visitor(gateway.url).get('/api/fpl/bootstrap');
    expect(got.status).toBe(503);
    expect(got.json).toMatchObject({ success: false, code: 'UPSTREAM_UNAVAILABLE' });
    expect(got.json.request_id).toBe(got.headers.get('x-request-id'));
    expect(got.headers.get('retry-after')).toBe('2');
    expect(got.headers.get('cache-control')).toBe('no-store');
    const health = async () => {
      const { status, json } = await visitor(gateway.url).get('/readyz');
      return { status, ...json.data };
    };
    const gone = { ok: false, detail: 'did not answer the last call' };
    await expect
      .poll(health, { timeout: 3_000 })
      .toMatchObject({ status: 200, notes: { 'fpl-relay': gone, bus: { ok: false } } });
  });

  test.each(['/api', '/api/', '/api/nothing', '/api/gamesx', '/api/auth', '/api/../api/nothing'])(
    'API-03 %s is 404 in the envelope',
    async (path) => {
      const got = await visitor(gateway.url).get(path, { accept: 'text/html' });
      expect(got.status).toBe(404);
      expect(got.json).toMatchObject({ success: false, code: 'NOT_FOUND' });
    },
  );

  test('a body of 33 kB is 413, with or without Content-Length', async () => {
    const body = 'x'.repeat(33 * 1024);
    const announced = await visitor(gateway.url).post('/api/games/1/join', { body });
    expect([announced.status, announced.json.code]).toEqual([413, 'BODY_TOO_LARGE']);
    expect(seen).toHaveLength(0);
    expect(await postChunked(`${gateway.url}/api/games/1/join`, body)).toBe(413);
  });

  test('another method is 405', async () => {
    expect((await fetch(`${gateway.url}/api/games`, { method: 'PATCH' })).status).toBe(405);
    expect((await fetch(`${gateway.url}/api/auth/login`)).status).toBe(405);
  });
});

/** Sends a body in chunks, without Content-Length. */
function postChunked(url: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', headers: { 'content-type': 'application/json' } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on('error', reject);
    sent.write(body.slice(0, 20_000));
    sent.end(body.slice(20_000));
  });
}
