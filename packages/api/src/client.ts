import type { z } from 'zod/mini';
import type { Endpoint, RequestInput } from './endpoint.ts';
import { failure } from './envelope.ts';
import { TouchlineError } from './errors.ts';
import type { Schema } from './schema.ts';

/** API-01: time limit of a call. */
const API_TIMEOUT_MS = 30_000;

export interface ClientOptions {
  /** Base address of the API, without a slash at the end: `/api` or `http://host:port/api`. */
  base: string;
  /** The access token to send, if there is one (API-02). */
  token?: () => string | null;
  /**
   * Called on a 401 to a call that had a token, before the caller sees it. True: there is a new token, repeat the call
   * once.
   */
  onUnauthorised?: (error: TouchlineError) => Promise<boolean>;
  /** Receives the server's clock with every response (epoch ms, from the Date header). */
  onServerTime?: (epochMs: number) => void;
  /** The server's clock as known to the caller, epoch ms; default: this machine's. */
  now?: () => number;
  fetch?: typeof fetch;
  timeoutMs?: number;
  /** Begins a trace with each call (W3C traceparent); its repetition belongs to the same one. */
  traced?: boolean;
}

type AnyShape = Schema | undefined;
type InputProperty<K extends string, S> = S extends Schema
  ? Record<string, never> extends RequestInput<S>
    ? { [k in K]?: RequestInput<S> }
    : { [k in K]: RequestInput<S> }
  : { [k in K]?: never };
/** The input of a call, by what its endpoint declares. */
export type ClientInput<P, Q, B> = InputProperty<'params', P> &
  InputProperty<'query', Q> &
  InputProperty<'body', B> & {
    signal?: AbortSignal;
    /** The version that the caller saw, for an endpoint that is `versioned`. */
    version?: string;
  };

export interface Client {
  /** Calls an endpoint and returns its parsed data; every failure is a TouchlineError. */
  request<P extends AnyShape, Q extends AnyShape, B extends AnyShape, D extends Schema>(
    endpoint: Endpoint<P, Q, B, D>,
    ...input: Record<string, never> extends ClientInput<P, Q, B> ? [ClientInput<P, Q, B>?] : [ClientInput<P, Q, B>]
  ): Promise<z.output<D>>;
  /** Now by the server's clock, epoch ms. */
  now(): number;
}

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  version?: string;
}

/** The typed client of the browser and of the checks; one per base address. */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? ((input, init) => fetch(input, init));
  return {
    now: options.now ?? Date.now,
    async request(endpoint, ...[given]) {
      const input = (given ?? {}) as LooseInput;
      const trace = options.traced ? newTrace() : {};
      const once = async () => {
        const token = options.token?.() ?? null;
        const request = buildRequest(options, endpoint, input, { ...trace, ...buildAuthorization(token) });
        const response = await exchange(send, request.url, request.init);
        const time = Date.parse(response.headers.get('date') ?? '');
        if (!Number.isNaN(time)) options.onServerTime?.(time);
        return { token, answer: await readResponse(response, endpoint) };
      };
      const first = await once();
      if (!(first.answer instanceof TouchlineError)) return first.answer.data;
      if (first.answer.status !== 401 || !first.token || !(await options.onUnauthorised?.(first.answer)))
        throw first.answer;
      const second = await once();
      if (second.answer instanceof TouchlineError) throw second.answer;
      return second.answer.data;
    },
  };
}

const buildAuthorization = (token: string | null): Record<string, string> =>
  token ? { Authorization: `Bearer ${token}` } : {};

/** A new trace: 16 random bytes, and 8 for the call as its first span. */
function newTrace() {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return { traceparent: `00-${hex.slice(0, 32)}-${hex.slice(32)}-01` };
}

function buildRequest(
  options: ClientOptions,
  endpoint: { method: string; path: string },
  input: LooseInput,
  more: Record<string, string>,
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
      ...more,
      ...(input.version === undefined ? {} : { 'If-Match': `"${input.version}"` }),
    },
    signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
    credentials: 'same-origin',
    redirect: 'error',
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  };
  return { url: `${options.base}${path}${search}`, init };
}

async function exchange(send: typeof fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await send(url, init);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
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

async function readResponse<D extends Schema>(
  response: Response,
  { data, failed = 'API request failed' }: { data: D; failed?: string },
): Promise<{ data: z.output<D> } | TouchlineError> {
  const body: unknown = await response.json().catch(() => null);
  const succeeded = typeof body === 'object' && body !== null && 'success' in body && body.success === true;
  if (succeeded && response.ok) {
    const parsed = data.safeParse('data' in body ? body.data : undefined);
    if (parsed.success) return { data: parsed.data };
    return new TouchlineError(
      'ANSWER_NOT_UNDERSTOOD',
      'The server sent a response that this version does not understand.',
      {
        cause: parsed.error,
        status: response.status,
      },
    );
  }
  const said = failure.safeParse(body);
  const wait = response.headers.get('retry-after');
  return new TouchlineError(said.data?.code ?? 'UNKNOWN', said.data?.error || said.data?.message || failed, {
    status: response.status,
    details: said.data?.details ?? [],
    ...(wait !== null && /^\d+$/.test(wait) ? { retryAfter: Number(wait) } : {}),
    ...(said.data?.request_id ? { requestId: said.data.request_id } : {}),
  });
}
