import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { TouchlineError } from '@touchline/api/errors';
import { Agent, type Dispatcher } from 'undici';
import { streamResponse } from './stream-response.ts';
import { pickRequestHeaders } from './forwarded-headers.ts';
import { readRequestBody } from './request-body.ts';

const CONNECT_TIMEOUT_MS = 2_000;
/** Below the 30 s of our client, so that it gets an answer and does not abort. */
const RESPONSE_TIMEOUT_MS = 25_000;
const RETRY_AFTER_MS = 250;
const BODY_TIMEOUT_MS = 5_000;
const CONNECTIONS = 256;
/** Calls to one service at once: those on a connection and those that wait for one. */
const MAX_OPEN_REQUESTS = 4 * CONNECTIONS;
/** Status in logs and metrics when the client closed the connection before the answer. */
const CLIENT_CLOSED_REQUEST = 499;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);

export interface ServiceProxy {
  /**
   * Sends a request to a service once its body has arrived, and streams the answer back.
   * @throws TouchlineError UPSTREAM_UNAVAILABLE, BODY_TOO_LARGE, REQUEST_TIMEOUT, METHOD_NOT_ALLOWED; never once the answer
   * has begun or the client has closed the connection
   */
  forward(exchange: Exchange): Promise<void>;
  /** Whether the service answered when it was called last; null before the first call. */
  answered(origin: string): boolean | null;
  /** Stops accepting requests; resolves once those in flight have ended. */
  close(): Promise<void>;
}

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Origin of the service. */
  origin: string;
  requestId: string;
  /** The span of this call, if there are traces. */
  traceparent?: string | undefined;
}

type RequestOptions = Dispatcher.RequestOptions;

/** `maxCalls` is the number of calls to one service at once; more are refused. */
export function createProxy({ maxCalls: maxOpenRequests = MAX_OPEN_REQUESTS, bodyTimeoutMs = BODY_TIMEOUT_MS } = {}): ServiceProxy {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: RESPONSE_TIMEOUT_MS,
    bodyTimeout: RESPONSE_TIMEOUT_MS,
    connections: CONNECTIONS,
  });
  const calls = createRequestCounter(maxOpenRequests);
  const answered = new Map<string, boolean>();
  return {
    async forward(exchange) {
      const { origin, response } = exchange;
      try {
        const options = await requestOptions(exchange, bodyTimeoutMs);
        const leave = calls.enter(origin);
        try {
          await streamResponse(agent, options, response);
        } catch (error) {
          if (!canRetry(options, response, error)) throw error;
          await sleep(RETRY_AFTER_MS);
          await streamResponse(agent, options, response);
        } finally {
          leave();
        }
        answered.set(origin, true);
      } catch (error) {
        // A client that has left needs no answer, and the service has not failed.
        if (response.destroyed) {
          response.statusCode = CLIENT_CLOSED_REQUEST;
          return;
        }
        if (error instanceof TouchlineError) throw error;
        answered.set(origin, false);
        throw unavailable(error);
      }
    },
    answered: (origin) => answered.get(origin) ?? null,
    close: () => agent.close(),
  };
}

/** Counts the calls to each service. Without a bound those that wait for a slow service would fill the memory. */
function createRequestCounter(max: number) {
  const open = new Map<string, number>();
  return {
    /**
     * Returns the end of the call.
     * @throws TouchlineError UPSTREAM_UNAVAILABLE
     */
    enter(origin: string): () => void {
      const before = open.get(origin) ?? 0;
      if (before >= max) throw unavailable(new Error(`${before} calls are open`));
      open.set(origin, before + 1);
      return () => void open.set(origin, (open.get(origin) ?? 1) - 1);
    },
  };
}

async function requestOptions(
  { request, origin, requestId, traceparent }: Exchange,
  bodyTimeoutMs: number,
): Promise<RequestOptions & { origin: string }> {
  const method = request.method ?? 'GET';
  if (!METHODS.has(method)) throw new TouchlineError('METHOD_NOT_ALLOWED', `${method} is not used here.`);
  const isRead = method === 'GET' || method === 'HEAD';
  const headers = pickRequestHeaders(request.headers, !isRead);
  headers.push('x-request-id', requestId);
  if (traceparent) headers.push('traceparent', traceparent);
  const body = isRead ? null : await readRequestBody(request, bodyTimeoutMs);
  return { origin, path: request.url ?? '/', method: method as Dispatcher.HttpMethod, headers, body };
}

/**
 * A read may be sent once more when the service closed the connection without an answer, e.g. during a restart; any call when
 * it never left, because a replica that has gone was still known by name.
 */
const canRetry = (options: RequestOptions, response: ServerResponse, error: unknown) =>
  (options.body === null || wasNeverSent(error)) &&
  !response.headersSent &&
  !response.destroyed &&
  !isTimeout(error);

const NO_CONNECTION = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN']);
const wasNeverSent = (error: unknown) =>
  error instanceof Error && 'code' in error && NO_CONNECTION.has(String(error.code));

const isTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).endsWith('_TIMEOUT');

const unavailable = (cause: unknown) =>
  new TouchlineError(
    'UPSTREAM_UNAVAILABLE',
    'This part of Touchline is not answering. Try again in a moment.',
    { cause, retryAfter: 2 },
  );
