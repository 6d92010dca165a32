import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { TouchlineError } from '@touchline/api/errors';
import { Agent } from 'undici';
import { createOpenCounts } from '../limits/concurrency-limit.ts';
import { type Exchange, type RequestOptions, readRequest, streamResponse } from './exchange.ts';

const CONNECT_TIMEOUT_MS = 2_000;
const RETRY_AFTER_MS = 250;
const CONNECTIONS = 256;
/** Maximum concurrent requests to a service: on a connection or waiting for one. */
const MAX_OPEN_REQUESTS = 4 * CONNECTIONS;
/** Status in logs and metrics if the client closed the connection before the response. */
const CLIENT_CLOSED_REQUEST = 499;

export interface ServiceProxy {
  /**
   * Sends a request to a service once its body has arrived, and streams the response to the client.
   * @throws TouchlineError UPSTREAM_UNAVAILABLE, BODY_TOO_LARGE, REQUEST_TIMEOUT, METHOD_NOT_ALLOWED; never after the
   * response has started or the client has closed the connection
   */
  forward(exchange: Exchange): Promise<void>;
  /** Returns whether the service responded to the last request; null before the first one. */
  isResponding(origin: string): boolean | null;
}

/**
 * `maxOpenRequests` is the maximum number of concurrent requests per service; further ones are rejected. Each service has its own
 * connections, so that a slow one occupies none of another.
 */
export function createProxy({ maxOpenRequests = MAX_OPEN_REQUESTS } = {}): ServiceProxy {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    connections: CONNECTIONS,
  });
  const open = createOpenCounts();
  const responding = new Map<string, boolean>();
  return {
    async forward(exchange) {
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
    isResponding: (origin) => responding.get(origin) ?? null,
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
