import type { AnyEndpoint, Endpoint } from '@touchline/api/endpoint';
import { TouchlineError } from '@touchline/api/errors';
import type { Schema } from '@touchline/api/schema';
import type { z } from 'zod/mini';

/** A call as the server would receive it. */
export interface FakeRequest {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** An endpoint with its answer. */
export interface FakeResponse {
  endpoint: Pick<AnyEndpoint, 'method' | 'path'>;
  reply(call: FakeRequest): unknown;
}

type Shape = Schema | undefined;

/**
 * Answers an endpoint with data or with a function of the call. Throw a TouchlineError to answer with that error. Later
 * answers for the same endpoint override earlier ones.
 */
export function fakeResponse<P extends Shape, Q extends Shape, B extends Shape, D extends Schema>(
  endpoint: Endpoint<P, Q, B, D>,
  reply: z.input<D> | ((call: FakeRequest) => z.input<D> | Promise<z.input<D>>),
): FakeResponse {
  return {
    endpoint,
    reply: typeof reply === 'function' ? (reply as (call: FakeRequest) => unknown) : () => reply,
  };
}

function match(path: string, actual: string): Record<string, string> | null {
  const wanted = path.split('/');
  const given = actual.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? '';
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

async function reply(given: FakeResponse, call: FakeRequest): Promise<Response> {
  try {
    return respond(200, { success: true, data: await given.reply(call) });
  } catch (error) {
    if (!(error instanceof TouchlineError)) throw error;
    const { message, code, details, retryAfter } = error;
    const body = { success: false, error: message, code, details, request_id: 'fake' };
    return respond(error.status, body, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
  }
}

/** A fetch that answers from a list and with 503 for everything else. Literal paths win over `:params`. */
export function createFakeFetch(answers: readonly FakeResponse[]): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input));
    const path = url.pathname.replace(/^\/api/, '');
    const method = init?.method ?? 'GET';
    const found = [...answers]
      .reverse()
      .map((given) => ({
        given,
        params: given.endpoint.method === method ? match(given.endpoint.path, path) : null,
      }))
      .filter((one) => one.params !== null)
      .sort((a, b) => Object.keys(a.params ?? {}).length - Object.keys(b.params ?? {}).length)[0];
    if (!found)
      return respond(503, {
        success: false,
        error: `The fake host has no answer for ${method} ${path}.`,
        code: 'UPSTREAM_UNAVAILABLE',
        request_id: 'fake',
      });
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    return reply(found.given, {
      params: found.params ?? {},
      query: Object.fromEntries(url.searchParams),
      body,
    });
  };
}
