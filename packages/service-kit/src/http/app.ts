import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Koa, { type Context, type Next } from 'koa';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { getTraces } from '../process/traces.ts';
import { handleErrors } from './errors.ts';
import { healthChecks, type Notes, type Readiness } from './health.ts';
import { normaliseTarget, rejectMalformed } from './malformed.ts';
import { ServerResponseWithDefaults } from './server-response.ts';
import { traceRequests } from './traced-requests.ts';

interface KoaOptions {
  log: Log;
  ready: Readiness;
  /** Notes on dependencies, shown by /readyz. */
  notes?: Notes;
  metrics?: Metrics;
  /**
   * Accept the client's request id if it is a UUID, and its decision to record a trace. True for services, whose only client
   * is the gateway. The gateway passes false, because public clients must not control the contents of the logs.
   */
  trustRequestId?: boolean;
  /** Number of trusted proxies in front, which append to X-Forwarded-For. 0: the client address is the socket's. */
  trustedProxies?: number;
  /** Headers of every response, including health checks and failures. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Creates the Koa application of a process. Middleware order: request id, trace span, log and metrics, error handling,
 * target normalisation, health checks. Add routes with `mount` of route.ts.
 */
export function createKoa(options: KoaOptions): Koa {
  const app = new Koa();
  if (options.trustedProxies) {
    app.proxy = true;
    app.maxIpsCount = options.trustedProxies;
  }
  // Errors that reach Koa's own handler are broken connections, or bugs that belong in the log.
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!BROKEN_CONNECTION.has(error.code ?? '')) options.log.error({ err: error }, 'error while responding');
  });
  const trusted = options.trustRequestId ?? true;
  app.use(requestId(trusted, options.headers ?? {}));
  const traces = getTraces();
  if (traces) app.use(traceRequests(traces, trusted));
  app.use(logRequests(options.log, options.metrics));
  app.use(handleErrors(options.log));
  app.use(normaliseTarget);
  app.use(healthChecks(options.ready, options.notes));
  return app;
}

const BROKEN_CONNECTION = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'HPE_INVALID_EOF_STATE',
]);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function requestId(trusted: boolean, headers: Readonly<Record<string, string>>) {
  const defaults = Object.entries({ 'X-Content-Type-Options': 'nosniff', ...headers }).flat();
  return (ctx: Context, next: Next) => {
    const received = ctx.get('x-request-id');
    const id = trusted && UUID.test(received) ? received : randomUUID();
    ctx.state.requestId = id;
    (ctx.res as ServerResponseWithDefaults).defaultHeaders = defaults.concat('X-Request-Id', id);
    return next();
  };
}

/** Logs one in this many rate-limited requests, so that a flood of them cannot fill the disk. */
const RATE_LIMIT_LOG_INTERVAL = 1_000;

/** Logs and measures each request by route pattern: raw paths contain ids and would create unbounded metric series. */
function logRequests(log: Log, metrics: Metrics | undefined) {
  let rateLimited = 0;
  const observe = createObserver(metrics);
  return async (ctx: Context, next: Next) => {
    const start = performance.now();
    await next();
    const ms = performance.now() - start;
    const { method, status } = ctx;
    const route = typeof ctx.state.route === 'string' ? ctx.state.route : 'none';
    observe(method, route, status, ms / 1000);
    if (status < 400 && !log.isLevelEnabled('debug')) return;
    const line = { method, route, status, ms: Math.round(ms), request_id: ctx.state.requestId };
    if (status === 429) {
      if (rateLimited++ % RATE_LIMIT_LOG_INTERVAL === 0)
        log.info({ ...line, rate_limited: rateLimited }, 'requests rate-limited');
    } else if (status >= 400) log.info(line, 'request');
    else log.debug(line, 'request');
  };
}

/** Observes response times. Label lookup costs more than the observation, so each combination is cached. */
function createObserver(metrics: Metrics | undefined) {
  if (!metrics) return () => {};
  const seconds = metrics.histogram('http_request_seconds', 'Response time by route', [
    'method',
    'route',
    'status',
  ]);
  const cache = new Map<string, { observe(value: number): void }>();
  return (method: string, route: string, status: number, value: number) => {
    const key = `${method} ${status} ${route}`;
    let series = cache.get(key);
    if (!series) {
      series = seconds.labels({ method, route, status: String(status) });
      cache.set(key, series);
    }
    series.observe(value);
  };
}

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
  const server = createServer(
    { connectionsCheckingInterval: CHECK_TIMEOUTS_MS, ServerResponse: ServerResponseWithDefaults },
    app.callback(),
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
