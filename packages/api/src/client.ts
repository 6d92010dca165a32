import type { z } from 'zod/mini';
import type { Endpoint, RequestInput } from './endpoint.ts';
import { failure } from './envelope.ts';
import { TouchlineError } from './errors.ts';
import type { Schema } from './schema.ts';

/** API-01: time limit of a request. */
const API_TIMEOUT_MS = 30_000;

export interface ClientOptions {
  /** Base URL of the API, without a trailing slash: `/api` or `http://host:port/api`. */
  base: string;
  /** Returns the access token to send, if there is one (API-02). */
  token?: () => string | null;
  /**
   * Called on a 401 for a request with a token, before the caller gets the error. True: there is a new token, repeat the
   * request once.
   */
  onUnauthorised?: (error: TouchlineError) => Promise<boolean>;
  /** Receives the server time of every response (from the Date header) and the local time of its request, both epoch ms. */
  onServerTime?: (serverTime: number, requestedAt: number) => void;
  /** Returns the server time known to the caller (epoch ms); default: the local clock. */
  now?: () => number;
  fetch?: typeof fetch;
  timeoutMs?: number;
  /** Starts a trace per request (W3C traceparent); a repeated request keeps its trace. */
  traced?: boolean;
}

type AnyShape = Schema | undefined;
type InputProperty<K extends string, S> = S extends Schema
  ? Record<string, never> extends RequestInput<S>
    ? { [k in K]?: RequestInput<S> }
    : { [k in K]: RequestInput<S> }
  : { [k in K]?: never };
/** Input of a request, as its endpoint declares it. */
export type ClientInput<P, Q, B> = InputProperty<'params', P> &
  InputProperty<'query', Q> &
  InputProperty<'body', B> & {
    signal?: AbortSignal;
    /** The version that the caller saw, for `versioned` endpoints. */
    version?: string;
  };

export interface Client {
  /** Sends a request to an endpoint and returns its parsed data; every failure is a TouchlineError. */
  request<P extends AnyShape, Q extends AnyShape, B extends AnyShape, D extends Schema>(
    endpoint: Endpoint<P, Q, B, D>,
    ...input: Record<string, never> extends ClientInput<P, Q, B>
      ? [ClientInput<P, Q, B>?]
      : [ClientInput<P, Q, B>]
  ): Promise<z.output<D>>;
  /** Returns the server time, epoch ms. */
  now(): number;
}

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  version?: string;
}

/** Creates a typed API client for browsers and tests. */
export function createClient(options: ClientOptions): Client {
  const fetchResponse = options.fetch ?? ((input, init) => fetch(input, init));
  return {
    now: options.now ?? Date.now,
    async request(endpoint, ...[typedInput]) {
      const input = (typedInput ?? {}) as LooseInput;
      const trace = options.traced ? createTrace() : {};
      const sendOnce = async () => {
        const token = options.token?.() ?? null;
        const request = buildRequest(options, endpoint, input, { ...trace, ...buildAuthorization(token) });
        const requestedAt = Date.now();
        const response = await reachServer(() => fetchResponse(request.url, request.init), input.signal);
        const time = Date.parse(response.headers.get('date') ?? '');
        if (!Number.isNaN(time)) options.onServerTime?.(time, requestedAt);
        const body = await reachServer(() => readBody(response), input.signal);
        return { token, result: readResult(response, body, endpoint) };
      };
      const first = await sendOnce();
      if (!(first.result instanceof TouchlineError)) return first.result.data;
      if (first.result.status !== 401 || !first.token || !(await options.onUnauthorised?.(first.result)))
        throw first.result;
      const second = await sendOnce();
      if (second.result instanceof TouchlineError) throw second.result;
      return second.result.data;
    },
  };
}

const buildAuthorization = (token: string | null): Record<string, string> =>
  token ? { Authorization: `Bearer ${token}` } : {};

/** Creates a trace: 16 random bytes for its id and 8 for the request as its first span. */
function createTrace() {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return { traceparent: `00-${hex.slice(0, 32)}-${hex.slice(32)}-01` };
}

function buildRequest(
  options: ClientOptions,
  endpoint: { method: string; path: string },
  input: LooseInput,
  headers: Record<string, string>,
) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== null) query.set(key, String(value));
  const search = query.size > 0 ? `?${query}` : '';
  const timeout = AbortSignal.timeout(options.timeoutMs ?? API_TIMEOUT_MS);
  const init: RequestInit = {
    method: endpoint.method,
    headers: {
      Accept: 'application/json',
      ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
      ...(input.version === undefined ? {} : { 'If-Match': `"${input.version}"` }),
    },
    signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
    credentials: 'same-origin',
    redirect: 'error',
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  };
  return { url: `${options.base}${path}${search}`, init };
}

/** Runs a step that needs the connection. @throws NETWORK_ERROR, or the AbortError of the caller's signal */
async function reachServer<T>(step: () => Promise<T>, caller: AbortSignal | undefined): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    // Reads the signal instead of the cause: Safari throws an AbortError after a timeout too, and Firefox while it reads the body.
    if (caller?.reason?.name === 'AbortError') throw caller.reason;
    throw new TouchlineError(
      'NETWORK_ERROR',
      'The server cannot be reached. Check your connection and try again.',
      {
        cause,
        status: 0,
      },
    );
  }
}

/**
 * Parses the body. Null for a failure without JSON, which a proxy may have sent.
 * @throws if the body breaks off, or if a success is not JSON
 */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    if (response.ok) throw error;
    return null;
  }
}

function readResult<D extends Schema>(
  response: Response,
  body: unknown,
  { data, failureText = 'API request failed' }: { data: D; failureText?: string },
): { data: z.output<D> } | TouchlineError {
  const succeeded = typeof body === 'object' && body !== null && 'success' in body && body.success === true;
  if (succeeded && response.ok) {
    const parsed = data.safeParse('data' in body ? body.data : undefined);
    if (parsed.success) return { data: parsed.data };
    return new TouchlineError(
      'RESPONSE_INVALID',
      'The server sent an unexpected response. Reload the page and try again.',
      {
        cause: parsed.error,
        status: response.status,
      },
    );
  }
  const parsed = failure.safeParse(body);
  const retryAfter = response.headers.get('retry-after');
  return new TouchlineError(
    parsed.data?.code ?? 'UNKNOWN',
    parsed.data?.error || parsed.data?.message || failureText,
    {
      status: response.status,
      details: parsed.data?.details ?? [],
      ...(retryAfter !== null && /^\d+$/.test(retryAfter) ? { retryAfter: Number(retryAfter) } : {}),
      ...(parsed.data?.request_id ? { requestId: parsed.data.request_id } : {}),
    },
  );
}
