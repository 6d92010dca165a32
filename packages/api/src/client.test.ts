import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod/mini';
import { createClient } from './client.ts';
import { endpoint } from './endpoint.ts';
import { TouchlineError } from './errors.ts';

const greet = endpoint({
  method: 'GET',
  path: '/greet/:name',
  auth: 'optional',
  summary: 'Greets',
  params: z.strictObject({ name: z.string() }),
  query: z.strictObject({ loud: z.optional(z.string()), often: z.optional(z.number()) }),
  data: z.object({ hello: z.string() }),
});

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts an HTTP server with scripted responses that records its requests. */
async function startServer(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const respondWith = (status: number, body: unknown) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

const catchError = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('the request should have failed'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(TouchlineError);
      return error as TouchlineError;
    },
  );

describe('the API client', () => {
  it('API-01 the client aborts a request without a response after its timeout of 30000 ms', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    const { base } = await startServer(() => {});
    await createClient({ base })
      .request(greet, { params: { name: 'Ada' }, query: {} })
      .catch(() => undefined);
    expect(timeout.mock.calls).toEqual([[30_000]]);
    timeout.mockRestore();
    const error = await catchError(
      createClient({ base, timeoutMs: 50 }).request(greet, { params: { name: 'Ada' }, query: {} }),
    );
    expect(error.code).toBe('NETWORK_ERROR');
  });

  it('API-02 the client sends the bearer token if there is one, otherwise no header', async () => {
    const { base, seen } = await startServer(respondWith(200, { success: true, data: { hello: 'Ada' } }));
    let token: string | null = 'abc';
    const client = createClient({ base, token: () => token });
    await client.request(greet, { params: { name: 'Ada' }, query: {} });
    token = null;
    await client.request(greet, { params: { name: 'Ada' }, query: {} });
    expect(seen.map((request) => request.headers.authorization)).toEqual(['Bearer abc', undefined]);
  });

  it('API-03 the client throws the text of the server error, even with status 200, or the default text', async () => {
    const withText = await startServer(
      respondWith(200, { success: false, error: 'Not today', code: 'JOIN_CLOSED' }),
    );
    const first = await catchError(
      createClient(withText).request(greet, { params: { name: 'Ada' }, query: {} }),
    );
    expect([first.message, first.code]).toEqual(['Not today', 'JOIN_CLOSED']);
    const withoutText = await startServer(respondWith(200, { success: false }));
    const second = await catchError(
      createClient(withoutText).request(greet, { params: { name: 'Ada' }, query: {} }),
    );
    expect(second.message).toBe('API request failed');
    const html = await startServer(respondWith(502, '<h1>Bad gateway</h1>'));
    const third = await catchError(createClient(html).request(greet, { params: { name: 'Ada' }, query: {} }));
    expect([third.message, third.status]).toEqual(['API request failed', 502]);
  });

  it('PAY-17 the client throws the message of a server that sends no error, else the failure text of the endpoint', async () => {
    const join = { ...greet, failureText: 'Failed to join game' };
    const readText = async (body: object) => {
      const server = await startServer(respondWith(409, { success: false, ...body }));
      return (await catchError(createClient(server).request(join, { params: { name: 'Ada' }, query: {} })))
        .message;
    };
    expect(await readText({ message: 'No seats left' })).toBe('No seats left');
    expect(await readText({ error: 'Closed', message: 'No seats left' })).toBe('Closed');
    expect(await readText({ error: '' })).toBe('Failed to join game');
  });

  it('the client reads the seconds to wait from Retry-After', async () => {
    const readRetryAfter = async (header: string | null) => {
      const limited = await startServer((request, response) => {
        if (header !== null) response.setHeader('Retry-After', header);
        respondWith(429, { success: false, error: 'Later', code: 'RATE_LIMITED' })(request, response);
      });
      return (await catchError(createClient(limited).request(greet, { params: { name: 'Ada' }, query: {} })))
        .retryAfter;
    };
    expect(await readRetryAfter('598')).toBe(598);
    expect(await readRetryAfter('Fri, 01 Jan 2027 00:00:00 GMT')).toBeUndefined();
    expect(await readRetryAfter(null)).toBeUndefined();
  });

  it('API-10 the client leaves undefined filters out of the query and encodes path parameters', async () => {
    const { base, seen } = await startServer(respondWith(200, { success: true, data: { hello: 'x' } }));
    await createClient({ base }).request(greet, {
      params: { name: 'a/b' },
      query: { loud: 'yes', often: undefined },
    });
    expect(seen[0]?.url).toBe('/greet/a%2Fb?loud=yes');
  });

  it('the client rejects a response that does not match the endpoint', async () => {
    const { base } = await startServer(respondWith(200, { success: true, data: { hello: 7 } }));
    const error = await catchError(
      createClient({ base }).request(greet, { params: { name: 'Ada' }, query: {} }),
    );
    expect(error.code).toBe('RESPONSE_INVALID');
  });

  it('the client reports a successful response that cannot be read completely as NETWORK_ERROR', async () => {
    const catchGreeting = async (respond: Parameters<typeof startServer>[0]) => {
      const { base } = await startServer(respond);
      return catchError(createClient({ base }).request(greet, { params: { name: 'Ada' }, query: {} }));
    };
    const text = JSON.stringify({ success: true, data: { hello: 'Ada' } });
    const brokenOff = await catchGreeting((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
      response.write(text.slice(0, 10), () => response.destroy());
    });
    expect([brokenOff.code, brokenOff.status]).toEqual(['NETWORK_ERROR', 0]);
    const portal = await catchGreeting(respondWith(200, '<h1>Sign in to the Wi-Fi</h1>'));
    expect([portal.code, portal.status]).toEqual(['NETWORK_ERROR', 0]);
  });

  it('the client reports a timeout as NETWORK_ERROR, also where fetch throws the same for it as for a caller who cancels', async () => {
    const fetchLikeSafari: typeof fetch = (_url, init) =>
      new Promise((_, reject) => {
        const abort = () => reject(new DOMException('Fetch is aborted', 'AbortError'));
        init?.signal?.addEventListener('abort', abort);
      });
    const cancelling = new AbortController();
    const send = (timeoutMs: number, signal?: AbortSignal) =>
      createClient({ base: '', timeoutMs, fetch: fetchLikeSafari }).request(greet, {
        params: { name: 'Ada' },
        query: {},
        ...(signal ? { signal } : {}),
      });
    for (const failing of [send(20), send(20, cancelling.signal), send(30_000, AbortSignal.timeout(20))])
      expect((await catchError(failing)).code).toBe('NETWORK_ERROR');
    const cancelled = send(30_000, cancelling.signal);
    cancelling.abort();
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('the client passes on that the caller has cancelled while the body arrives', async () => {
    const cancelling = new AbortController();
    const { base } = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{');
    });
    const client = createClient({ base, onServerTime: () => cancelling.abort() });
    const input = { params: { name: 'Ada' }, query: {}, signal: cancelling.signal };
    await expect(client.request(greet, input)).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('SHELL-03 the client reports a 401 and repeats the request once with the new token', async () => {
    let token = 'old';
    const { base, seen } = await startServer((request, response) => {
      if (request.headers.authorization === 'Bearer new')
        respondWith(200, { success: true, data: { hello: 'x' } })(request, response);
      else respondWith(401, { success: false, error: 'Expired', code: 'TOKEN_EXPIRED' })(request, response);
    });
    const reported: string[] = [];
    const client = createClient({
      base,
      token: () => token,
      onUnauthorised: async (error) => {
        reported.push(error.code);
        token = 'new';
        return true;
      },
    });
    await client.request(greet, { params: { name: 'Ada' }, query: {} });
    expect(reported).toEqual(['TOKEN_EXPIRED']);
    expect(seen).toHaveLength(2);
  });

  it.each<[string, number, string | null]>([
    ['a 403', 403, 'old'],
    ['a 401 without a token', 401, null],
  ])('SHELL-03 a request is neither reported nor repeated after %s', async (_, status, token) => {
    const { base, seen } = await startServer(respondWith(status, { success: false, error: 'Denied' }));
    const onUnauthorised = async () => expect.fail('reported');
    const client = createClient({ base, token: () => token, onUnauthorised });
    const error = await catchError(client.request(greet, { params: { name: 'Ada' }, query: {} }));
    expect(error.status).toBe(status);
    expect(seen).toHaveLength(1);
  });

  it('the client sends a traceparent with each request if tracing is on; a repeated request keeps its trace', async () => {
    const { base, seen } = await startServer(
      respondWith(401, { success: false, error: 'Expired', code: 'TOKEN_EXPIRED' }),
    );
    const traces = async (traced: boolean) => {
      seen.length = 0;
      const client = createClient({ base, traced, token: () => 'old', onUnauthorised: async () => true });
      for (const name of ['Ada', 'Bob'])
        await catchError(client.request(greet, { params: { name }, query: {} }));
      return seen.map(({ headers }) => headers.traceparent);
    };
    const [first, repeated, second, again] = await traces(true);
    expect(first).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect([repeated, again]).toEqual([first, second]);
    expect(second).not.toBe(first);
    expect(await traces(false)).toEqual(Array(4).fill(undefined));
  });

  it('the client reports a lost connection as NETWORK_ERROR, and passes on the times of server and request', async () => {
    const times: number[][] = [];
    const { base } = await startServer(respondWith(200, { success: true, data: { hello: 'x' } }));
    await createClient({ base, onServerTime: (...pair) => times.push(pair) }).request(greet, {
      params: { name: 'A' },
      query: {},
    });
    for (const time of times[0]!) expect(Math.abs(time - Date.now())).toBeLessThan(5_000);
    const error = await catchError(
      createClient({ base: 'http://127.0.0.1:9' }).request(greet, { params: { name: 'A' }, query: {} }),
    );
    expect([error.code, error.status]).toEqual(['NETWORK_ERROR', 0]);
  });
});
