import type { AnyEndpoint, Endpoint } from '@touchline/api/endpoint';
import { TouchlineError } from '@touchline/api/errors';
import type { Schema } from '@touchline/api/schema';
import type { z } from 'zod/mini';
import { deferred } from './deferred.ts';

/** A request as the server would receive it. */
export interface FakeRequest {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** An endpoint with its response. */
export interface FakeResponse {
  endpoint: Pick<AnyEndpoint, 'method' | 'path'>;
  reply(request: FakeRequest): unknown;
}

type Shape = Schema | undefined;

/**
 * Declares the response of an endpoint: data, or a function of the request. Throw a TouchlineError to respond with that error.
 * A later response for the same endpoint overrides an earlier one.
 */
export function fakeResponse<P extends Shape, Q extends Shape, B extends Shape, D extends Schema>(
  endpoint: Endpoint<P, Q, B, D>,
  reply: z.input<D> | ((request: FakeRequest) => z.input<D> | Promise<z.input<D>>),
): FakeResponse {
  return {
    endpoint,
    reply: typeof reply === 'function' ? (reply as (request: FakeRequest) => unknown) : () => reply,
  };
}

/** An endpoint whose requests are repeated. */
export interface FakeRetry {
  response: FakeResponse;
  /** Number of requests so far. */
  count(): number;
  /** Responds to the repeated requests. */
  release(): void;
}

/** Declares an endpoint that fails once. Repeated requests wait for `release`, then get `data`, or the same error without any. */
export function fakeRetry<P extends Shape, Q extends Shape, B extends Shape, D extends Schema>(
  endpoint: Endpoint<P, Q, B, D>,
  error: TouchlineError,
  data?: z.input<D>,
): FakeRetry {
  const { promise, resolve } = deferred();
  let requests = 0;
  const response = fakeResponse(endpoint, async () => {
    requests += 1;
    if (requests > 1) await promise;
    if (requests === 1 || data === undefined) throw error;
    return data;
  });
  return { response, count: () => requests, release: resolve };
}

function matchPath(path: string, actual: string): Record<string, string> | null {
  const pattern = path.split('/');
  const segments = actual.split('/');
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of pattern.entries()) {
    const value = segments[at] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return null;
  }
  return params;
}

function respond(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

async function sendReply(response: FakeResponse, request: FakeRequest): Promise<Response> {
  try {
    return respond(200, { success: true, data: await response.reply(request) });
  } catch (error) {
    if (!(error instanceof TouchlineError)) throw error;
    const { message, code, details, retryAfter } = error;
    const body = { success: false, error: message, code, details, request_id: 'fake' };
    return respond(error.status, body, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
  }
}

/** Rejects with the reason of the signal when it is aborted. */
const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });

/** A fetch that responds from a list, and with 503 to any other request; can be aborted. Literal paths take precedence over `:params`. */
export function createFakeFetch(responses: readonly FakeResponse[]): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input));
    const path = url.pathname.replace(/^\/api/, '');
    const method = init?.method ?? 'GET';
    const match = [...responses]
      .reverse()
      .map((response) => ({
        response,
        params: response.endpoint.method === method ? matchPath(response.endpoint.path, path) : null,
      }))
      .filter((one) => one.params !== null)
      .sort((a, b) => Object.keys(a.params ?? {}).length - Object.keys(b.params ?? {}).length)[0];
    if (!match)
      return respond(503, {
        success: false,
        error: `The fake host has no response for ${method} ${path}.`,
        code: 'UPSTREAM_UNAVAILABLE',
        request_id: 'fake',
      });
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const query = Object.fromEntries(url.searchParams);
    const reply = sendReply(match.response, { params: match.params ?? {}, query, body });
    return init?.signal ? Promise.race([reply, rejectOnAbort(init.signal)]) : reply;
  };
}
