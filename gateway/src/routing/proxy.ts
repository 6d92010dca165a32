import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { TouchlineError } from '@touchline/api/errors';
import { Agent, type Dispatcher } from 'undici';
import { BODY_LIMIT, limitedBody } from './body.ts';
import { forwardedAnswerHeaders, forwardedRequestHeaders } from './forwarded-headers.ts';

const CONNECT_TIMEOUT_MS = 2_000;
/** Below the client's 30 s, so that he gets an answer and not an abort. */
const ANSWER_TIMEOUT_MS = 25_000;
const RETRY_AFTER_MS = 250;
/** What logs and metrics call a request whose client did not wait for the answer. */
const CLIENT_GONE = 499;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);

export interface ServiceProxy {
  /**
   * Passes a request on to a service and its answer back, both as streams. Raises UPSTREAM_UNAVAILABLE when the service does
   * not answer, BODY_TOO_LARGE and METHOD_NOT_ALLOWED; never after the answer has begun or the client has gone away.
   */
  forward(exchange: Exchange): Promise<void>;
  /** Takes nothing new on; resolves when what is under way has been answered or its client has gone. */
  close(): Promise<void>;
}

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Origin of the service. */
  origin: string;
  requestId: string;
}

export function createProxy(): ServiceProxy {
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
    connections: 256,
  });
  return {
    async forward(exchange) {
      const options = requestOptions(exchange);
      try {
        await send(agent, options, exchange.response).catch(async (error: unknown) => {
          if (!mayRepeat(exchange, options, error)) throw error;
          await pause(RETRY_AFTER_MS);
          await send(agent, options, exchange.response);
        });
      } catch (error) {
        // Whoever has gone away needs no answer, and the service has not failed.
        if (exchange.response.destroyed) exchange.response.statusCode = CLIENT_GONE;
        else throw error instanceof TouchlineError ? error : unavailable(error);
      }
    },
    close: () => agent.close(),
  };
}

function requestOptions({ request, origin, requestId }: Exchange): Dispatcher.DispatchOptions {
  const method = request.method ?? 'GET';
  if (!METHODS.has(method)) throw new TouchlineError('METHOD_NOT_ALLOWED', `${method} is not used here.`);
  const headers = forwardedRequestHeaders(request.headers, requestId);
  const base = { origin, path: request.url ?? '/', method: method as Dispatcher.HttpMethod };
  if (method === 'GET' || method === 'HEAD') {
    const { 'content-type': _type, 'content-length': _length, ...withoutBody } = headers;
    return { ...base, headers: withoutBody, body: null };
  }
  if (Number(headers['content-length'] ?? 0) > BODY_LIMIT) throw tooLarge();
  return { ...base, headers, body: Readable.from(limitedBody(request, tooLarge)) };
}

const tooLarge = () =>
  new TouchlineError('BODY_TOO_LARGE', `A request body has at most ${BODY_LIMIT / 1024} kB.`);

/** A read that got no answer because the service was just going away may be sent once more; it changes nothing. */
const mayRepeat = (exchange: Exchange, options: Dispatcher.DispatchOptions, error: unknown) =>
  options.body === null &&
  !exchange.response.headersSent &&
  !exchange.response.destroyed &&
  !isTimeout(error);

const isTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).endsWith('_TIMEOUT');

const unavailable = (cause: unknown) =>
  new TouchlineError(
    'UPSTREAM_UNAVAILABLE',
    'This part of Touchline is not answering. Try again in a moment.',
    {
      cause,
      retryAfter: 2,
    },
  );

/** Writes the service's answer to the client as it comes; rejects when there is no answer to write. */
function send(agent: Agent, options: Dispatcher.DispatchOptions, response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    let stopReading = () => {};
    const done = (settle: () => void) => {
      response.off('close', stopReading);
      settle();
    };
    agent.dispatch(options, {
      onRequestStart(controller) {
        stopReading = () => controller.abort(new Error('the client went away'));
        response.once('close', stopReading);
        if (response.destroyed) stopReading();
      },
      onResponseStart(_controller, status, headers) {
        if (status >= 200) response.writeHead(status, forwardedAnswerHeaders(headers));
      },
      onResponseData(controller, chunk) {
        if (response.write(chunk)) return;
        controller.pause();
        response.once('drain', () => controller.resume());
      },
      onResponseEnd() {
        done(() => response.end(resolve));
      },
      onResponseError(_controller, error) {
        if (!response.headersSent) return done(() => reject(error));
        // Too late for an error answer: a cut connection tells the client that this is not all.
        done(resolve);
        response.destroy();
      },
    });
  });
}
