import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, TouchlineError } from '@touchline/api/errors';
import type Koa from 'koa';
import { buildFailureBody } from './errors.ts';
import { ServerResponseWithDefaults } from './server-response.ts';

export interface Listening {
  server: Server;
  port: number;
  /** `http://host:port`, without a trailing slash. */
  url: string;
  /** Stops accepting connections and waits up to 5 s for requests in flight. */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Time limit for a complete request to arrive, including its body; default 30 s. */
  requestTimeoutMs?: number;
  /** Headers of the responses to malformed input. */
  headers?: Readonly<Record<string, string>>;
  /** Wraps the handler of all requests. */
  wrap?: (handle: RequestListener) => RequestListener;
}

/** Interval at which Node checks for timed-out requests. Its default of 30 s would double the time limit. */
const CHECK_TIMEOUTS_MS = 2_000;

/** Starts the server; port 0 picks a free port. */
export function listen(
  app: Koa,
  port: number,
  host: string,
  options: ListenOptions = {},
): Promise<Listening> {
  const { wrap = (handle) => handle } = options;
  const server = createServer(
    { connectionsCheckingInterval: CHECK_TIMEOUTS_MS, ServerResponse: ServerResponseWithDefaults },
    wrap(app.callback()),
  );
  rejectMalformed(server, options.headers ?? {});
  server.requestTimeout = options.requestTimeoutMs ?? 30_000;
  server.headersTimeout = 10_000;
  server.keepAliveTimeout = 65_000; // longer than the gateway's, so the gateway closes first
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const bound = (server.address() as AddressInfo).port;
      const name = host.includes(':') ? `[${host}]` : host;
      resolve({ server, port: bound, url: `http://${name}:${bound}`, close: () => closeServer(server) });
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), 5_000);
    // A connection that becomes idle later would otherwise stay open for its next request.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(force);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/**
 * Keeps serving for some seconds and sends `Connection: close` with every response, so that clients have moved to another
 * replica before this one closes.
 */
export async function drain(server: Server, seconds: number): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  await sleep(seconds * 1_000);
}

const PARSER_ERRORS: Readonly<Record<string, [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The URL or the headers are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request took too long to arrive.'],
};

const DEFAULT_HEADERS = { 'X-Content-Type-Options': 'nosniff' };

/**
 * Responds to malformed input (not HTTP, or too large) with the failure envelope instead of Node's bare 400. `headers` are
 * added to the response.
 */
function rejectMalformed(server: Server, headers: Readonly<Record<string, string>>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [code, message] = PARSER_ERRORS[error.code ?? ''] ?? [
      'VALIDATION_FAILED',
      'The request is not valid HTTP.',
    ];
    const details = code === 'VALIDATION_FAILED' ? [{ path: '', message: 'cannot be read' }] : [];
    const failure = new TouchlineError(code, message, { details });
    const body = JSON.stringify(buildFailureBody(failure, randomUUID()));
    socket.end(
      [
        `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Cache-Control: no-store',
        ...Object.entries({ ...DEFAULT_HEADERS, ...headers }).map(([name, value]) => `${name}: ${value}`),
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  });
}
