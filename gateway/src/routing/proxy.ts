import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { TouchlineError } from '@touchline/api/errors';
import { readBytes } from '@touchline/service-kit/http/body';
import { methodNotAllowedError } from '@touchline/service-kit/http/errors';
import { Agent, type Dispatcher } from 'undici';
import { createOpenCounts } from '../limits/client-limits.ts';

const CONNECT_TIMEOUT_MS = 2_000;
const RETRY_AFTER_MS = 250;
const CONNECTIONS = 256;
/** Maximum concurrent requests to a service: on a connection or waiting for one. */
const MAX_OPEN_REQUESTS = 4 * CONNECTIONS;
/** Status in logs and metrics if the client closed the connection before the response. */
const CLIENT_CLOSED_REQUEST = 499;
const BODY_TIMEOUT_MS = 5_000;
/** Shorter than the 30 s of our client, so that the client gets a response instead of a timeout. */
const RESPONSE_TIMEOUT_MS = 25_000;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** A service, with separate limits where the usual ones do not apply. */
export interface Upstream {
  origin: string;
  /** Maximum number of concurrent requests. */
  maxOpenRequests?: number;
  /** Time limit of the first byte of a response, and of pauses within it. */
  timeoutMs?: number;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  upstream: Upstream;
  requestId: string;
  /** Span of this request, if tracing is enabled. */
  traceparent?: string | undefined;
}

type RequestOptions = Dispatcher.RequestOptions & { origin: string };

export type ServiceProxy = ReturnType<typeof createProxy>;

/**
 * `maxOpenRequests` is the maximum number of concurrent requests per service; further ones are rejected. Each service has its own
 * connections, so that a slow one occupies none of another.
 */
export function createProxy({ maxOpenRequests = MAX_OPEN_REQUESTS } = {}) {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    connections: CONNECTIONS,
  });
  const open = createOpenCounts();
  const responding = new Map<string, boolean>();
  return {
    /**
     * Sends a request to a service once its body has arrived, and streams the response to the client.
     * @throws TouchlineError UPSTREAM_UNAVAILABLE, BODY_TOO_LARGE, REQUEST_TIMEOUT, METHOD_NOT_ALLOWED; never after the
     * response has started or the client has closed the connection
     */
    async forward(exchange: Exchange): Promise<void> {
      const { response, upstream } = exchange;
      const { origin } = upstream;
      try {
        const options = await readRequest(exchange);
        // Without a limit, requests waiting for a slow service would exhaust the memory.
        if (open.count(origin) >= (upstream.maxOpenRequests ?? maxOpenRequests))
          throw unavailable(new Error('too many open requests'));
        const leave = open.add(origin);
        try {
          await streamResponse(agent, options, response);
        } catch (error) {
          if (!canRetry(options, response, error)) throw error;
          await sleep(RETRY_AFTER_MS);
          await streamResponse(agent, options, response);
        } finally {
          leave();
        }
        responding.set(origin, true);
      } catch (error) {
        // The client has disconnected: no response is needed, and the service has not failed.
        if (response.destroyed) {
          response.statusCode = CLIENT_CLOSED_REQUEST;
          return;
        }
        if (error instanceof TouchlineError) throw error;
        responding.set(origin, false);
        throw unavailable(error);
      }
    },
    /** Returns whether the service responded to the last request; null before the first one. */
    isResponding: (origin: string) => responding.get(origin) ?? null,
  };
}

/**
 * Returns whether a request may be sent again. Reads may, if the service closed the connection without a response, e.g. during
 * a restart. Any request may if it was never sent, because DNS still listed a stopped replica.
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
    'This service is temporarily unavailable. Try again in a moment.',
    { cause, retryAfter: 2 },
  );

/** Reads a request as it is sent to the service. @throws TouchlineError METHOD_NOT_ALLOWED, BODY_TOO_LARGE, REQUEST_TIMEOUT */
async function readRequest({
  request,
  upstream: { origin, timeoutMs = RESPONSE_TIMEOUT_MS },
  requestId,
  traceparent,
}: Exchange): Promise<RequestOptions> {
  const method = request.method ?? 'GET';
  if (!METHODS.has(method)) throw methodNotAllowedError();
  const isRead = method === 'GET' || method === 'HEAD';
  const headers = pickRequestHeaders(request.headers, !isRead);
  headers.push('x-request-id', requestId);
  if (traceparent) headers.push('traceparent', traceparent);
  // Read first, so that a slow client never occupies a connection to a service.
  const body = isRead ? null : await readBytes(request, { timeoutMs: BODY_TIMEOUT_MS });
  return {
    origin,
    path: request.url ?? '/',
    method: method as Dispatcher.HttpMethod,
    headers,
    body,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  };
}

/**
 * Sends a request to a service and streams the response to the client. Rejects only before the response has started; after
 * that, a failure resets the connection, so that the client detects the incomplete response. Uses undici's dispatch handler,
 * because a stream and an abort signal per request would dominate the cost of forwarding.
 */
function streamResponse(agent: Dispatcher, options: RequestOptions, response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let ended = false;
    const end = (error?: Error) => {
      if (ended) return;
      ended = true;
      response.off('close', onClientClose);
      if (error && !response.headersSent) return reject(error);
      if (error && !response.writableEnded) response.destroy();
      resolve();
    };
    const onClientClose = () => {
      const error = new Error('the client closed the connection');
      end(error);
      controller?.abort(error);
    };
    if (response.destroyed) return end(new Error('the client closed the connection'));
    response.once('close', onClientClose);
    agent.dispatch(options, {
      onRequestStart(started) {
        controller = started;
        if (ended) started.abort(new Error('the client closed the connection'));
      },
      onResponseStart(_controller, status, headers) {
        if (status >= 200) response.writeHead(status, pickResponseHeaders(headers));
      },
      onResponseData(started, chunk) {
        if (response.write(chunk)) return;
        started.pause();
        response.once('drain', () => started.resume());
      },
      onResponseEnd() {
        response.end();
        end();
      },
      onResponseError: (_controller, error) => end(error),
    });
  });
}

/** Alternating names and values, which is faster than objects of many shapes. */
type HeaderList = string[];

/** Request headers forwarded to services. Cookies, hop-by-hop headers and x- headers of the client are dropped. */
const REQUEST_HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'if-match',
  'if-none-match',
] as const;

/** Without content-length: undici sets it from the received body. */
const REQUEST_HEADERS_WITH_BODY = [...REQUEST_HEADERS, 'content-type'] as const;

/** Response headers forwarded to the client. */
const RESPONSE_HEADERS = [
  'allow',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'last-modified',
  'retry-after',
  'vary',
] as const;

/** Picks the forwarded headers; content-type only with a body. */
const pickRequestHeaders = (headers: IncomingHttpHeaders, hasBody: boolean): HeaderList =>
  pick(headers, hasBody ? REQUEST_HEADERS_WITH_BODY : REQUEST_HEADERS);

const pickResponseHeaders = (headers: IncomingHttpHeaders): HeaderList => pick(headers, RESPONSE_HEADERS);

function pick(headers: IncomingHttpHeaders, names: readonly string[]): HeaderList {
  const picked: HeaderList = [];
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') picked.push(name, value);
  }
  return picked;
}
