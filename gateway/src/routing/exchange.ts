import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { readBytes } from '@touchline/service-kit/http/body';
import { methodNotAllowedError } from '@touchline/service-kit/http/errors';
import type { Dispatcher } from 'undici';

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

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  upstream: Upstream;
  requestId: string;
  /** Span of this request, if tracing is enabled. */
  traceparent?: string | undefined;
}

export type RequestOptions = Dispatcher.RequestOptions & { origin: string };

/** Reads a request as it is sent to the service. @throws TouchlineError METHOD_NOT_ALLOWED, BODY_TOO_LARGE, REQUEST_TIMEOUT */
export async function readRequest({
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
export function streamResponse(
  agent: Dispatcher,
  options: RequestOptions,
  response: ServerResponse,
): Promise<void> {
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
