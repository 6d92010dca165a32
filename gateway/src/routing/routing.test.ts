import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gatewaySuite } from '../testing/gateway-under-test.ts';
import { bearer, visitor } from '../testing/visitor.ts';
import { createProxy } from './proxy.ts';

/** A fake service: responds as the test defines and records its requests. */
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
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
      requests.push({ method, url, headers, body });
      respond(incoming, response);
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
  requests = [];
  respond = (_request, response) => response.end('{"success":true,"data":{}}');
});

describe('request to a service', () => {
  test('a request reaches the service with its path, query, body and token', async () => {
    await visitor(gateway.url).post('/api/games/1/join?a=b', { team_name: 'Ours' }, bearer('a.b.c'));
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: '/api/games/1/join?a=b',
      body: '{"team_name":"Ours"}',
    });
    expect(requests[0]?.headers.authorization).toBe('Bearer a.b.c');
  });

  test('a request is forwarded without headers that a client could forge', async () => {
    await visitor(gateway.url).get('/api/games', {
      cookie: 'touchline-refresh-8080=secret',
      'x-request-id': 'mine',
      'x-user': 'admin',
      'x-forwarded-for': '10.0.0.1',
      forwarded: 'for=10.0.0.1',
      te: 'trailers',
    });
    const { host: _host, connection: _connection, ...forwarded } = requests[0]!.headers;
    expect(Object.keys(forwarded).sort()).toEqual([
      'accept',
      'accept-encoding',
      'accept-language',
      'x-request-id',
    ]);
    expect(forwarded['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("a response has the service's status, headers and body, and our request id", async () => {
    respond = (_request, response) => {
      response.writeHead(304, { etag: '"7"', 'x-internal': 'yes', 'set-cookie': 'a=b' });
      response.end();
    };
    const response = await visitor(gateway.url).get('/api/games', { 'if-none-match': '"7"' });
    expect(response.status).toBe(304);
    expect(response.headers.get('etag')).toBe('"7"');
    expect(response.headers.has('x-internal')).toBe(false);
    expect(response.headers.has('set-cookie')).toBe(false);
    expect(response.headers.get('x-request-id')).toBe(requests[0]?.headers['x-request-id']);
  });

  test('a file of a service keeps its name', async () => {
    const name = 'attachment; filename="reserves.csv"';
    respond = (_request, response) => {
      response.writeHead(200, { 'content-disposition': name });
      response.end();
    };
    const response = await visitor(gateway.url).get('/api/reserves.csv');
    expect(response.headers.get('content-disposition')).toBe(name);
  });

  test('a large response is streamed completely', async () => {
    const chunk = 'x'.repeat(64 * 1024);
    respond = (_request, response) => {
      for (let sent = 0; sent < 50; sent++) response.write(chunk);
      response.end();
    };
    expect((await visitor(gateway.url).get('/api/games')).text.length).toBe(50 * chunk.length);
  });

  test('a read is sent once more if the connection broke before the response', async () => {
    let broken = false;
    respond = (_request, response) => {
      if (broken) response.end('{"success":true}');
      else response.destroy();
      broken = true;
    };
    expect((await visitor(gateway.url).get('/api/games')).status).toBe(200);
  });

  test('a write is never sent twice', async () => {
    respond = (_request, response) => response.destroy();
    const response = await visitor(gateway.url).post('/api/games/1/join', {});
    expect(response.status).toBe(503);
    expect(requests).toHaveLength(1);
  });

  test('a request is not a failure of the service if the client disconnects', async () => {
    const proxy = createProxy();
    const ends: unknown[] = [];
    const front = createServer((incoming, response) => {
      const exchange = { request: incoming, response, upstream: { origin: serviceUrl() }, requestId: 'x' };
      proxy.forward(exchange).then(
        () => ends.push(response.statusCode),
        (error: unknown) => ends.push(error),
      );
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    respond = () => {};
    const disconnect = new AbortController();
    const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}/api/games`;
    const pending = fetch(url, { signal: disconnect.signal }).catch(() => 'aborted');
    await expect.poll(() => requests).toHaveLength(1);
    disconnect.abort();
    expect(await pending).toBe('aborted');
    await expect.poll(() => ends).toEqual([499]);
    front.close();
  });

  test('a request that was never sent is sent again, also a write', async () => {
    const { port } = service.address() as AddressInfo;
    await new Promise((resolve) => {
      service.close(resolve);
      service.closeAllConnections();
    });
    const pending = visitor(gateway.url).post('/api/games/1/join', { team_name: 'Ours' });
    await new Promise<void>((resolve) => {
      setTimeout(() => service.listen(port, '127.0.0.1', resolve), 100);
    });
    expect((await pending).status).toBe(200);
    expect(requests).toHaveLength(1);
  });

  test('a request in flight gets its response while the gateway stops', async () => {
    const leaving = await gateway.start({ SERVICE_GAMES_URL: serviceUrl() });
    let finish = () => {};
    respond = (_request, response) => {
      finish = () => response.end('{"success":true,"data":{}}');
    };
    const joining = visitor(leaving.url).post('/api/games/1/join', {});
    await expect.poll(() => requests).toHaveLength(1);
    const stopped = leaving.stop();
    finish();
    expect((await joining).status).toBe(200);
    await stopped;
  });

  test('a response is reset, not completed, if the service dies while sending it', async () => {
    respond = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    };
    await expect(visitor(gateway.url).get('/api/games')).rejects.toThrow();
  });
});

describe('failed request', () => {
  test('A22 API-03 a request is 503 in the envelope if the service is down', async () => {
    const response = await visitor(gateway.url).get('/api/fpl/bootstrap');
    expect(response.status).toBe(503);
    expect(response.json).toMatchObject({ success: false, code: 'UPSTREAM_UNAVAILABLE' });
    expect(response.json.request_id).toBe(response.headers.get('x-request-id'));
    expect(response.headers.get('retry-after')).toBe('2');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const health = async () => {
      const { status, json } = await visitor(gateway.url).get('/readyz');
      return { status, ...json.data };
    };
    const failed = { ok: false, detail: 'last request failed' };
    await expect
      .poll(health)
      .toMatchObject({ status: 200, notes: { 'fpl-relay': failed, bus: { ok: false } } });
  });

  test.each(['/api', '/api/', '/api/nothing', '/api/gamesx', '/api/auth', '/api/../api/nothing'])(
    'API-03 %s is 404 in the envelope',
    async (path) => {
      const response = await visitor(gateway.url).get(path, { accept: 'text/html' });
      expect(response.status).toBe(404);
      expect(response.json).toMatchObject({ success: false, code: 'NOT_FOUND' });
    },
  );

  test('a body of 33 kB is 413, with or without Content-Length', async () => {
    const body = 'x'.repeat(33 * 1024);
    const announced = await visitor(gateway.url).post('/api/games/1/join', { body });
    expect([announced.status, announced.json.code]).toEqual([413, 'BODY_TOO_LARGE']);
    expect(requests).toHaveLength(0);
    expect(await postChunked(`${gateway.url}/api/games/1/join`, body)).toBe(413);
  });

  test('a request with an unsupported method is 405', async () => {
    expect((await fetch(`${gateway.url}/api/games`, { method: 'OPTIONS' })).status).toBe(405);
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
