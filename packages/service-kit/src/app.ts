import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Koa, { type Context, type Next } from 'koa';
import { handleErrors } from './errors.ts';
import { healthChecks, type Notes, type Readiness } from './health.ts';
import type { Log } from './log.ts';
import { normaliseTarget, rejectMalformed } from './malformed.ts';
import type { Metrics } from './metrics.ts';
import { ServerResponseWithDefaults } from './server-response.ts';
import { traceRequests } from './traced-requests.ts';
import { getTraces } from './traces.ts';

interface KoaOptions {
  log: Log;
  ready: Readiness;
  /** What /readyz says of what the process depends on. */
  notes?: Notes;
  metrics?: Metrics;
  /**
   * Accept the caller's request id when it is a UUID, and that its trace is recorded. True for services, whose only caller is
   * the gateway; the gateway passes false, because outsiders must not choose what appears in the logs.
   */
  trustRequestId?: boolean;
  /** Number of our own proxies in front, which append to X-Forwarded-For; 0: the client is the socket's peer. */
  trustedProxies?: number;
  /** Headers of every answer, health checks and failures included. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * The Koa application of every process, in this order: request id, span if there are traces, log and metrics, error
 * translator, plain paths, health. Add routers with `mount` of route.ts.
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
  app.use(watch(options.log, options.metrics));
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
  const always = Object.entries({ 'X-Content-Type-Options': 'nosniff', ...headers }).flat();
  return (ctx: Context, next: Next) => {
    const given = ctx.get('x-request-id');
    const id = trusted && UUID.test(given) ? given : randomUUID();
    ctx.state.requestId = id;
    (ctx.res as ServerResponseWithDefaults).defaultHeaders = always.concat('X-Request-Id', id);
    return next();
  };
}

/** Of the calls that exceed a limit one in so many is logged: a flood of them must not fill the disk. */
const RATE_LIMIT_LOG_INTERVAL = 1_000;

/** One log line and one observation per request, by route pattern: paths with ids would make endless series. */
function watch(log: Log, metrics: Metrics | undefined) {
  let refused = 0;
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
      if (refused++ % RATE_LIMIT_LOG_INTERVAL === 0) log.info({ ...line, refused }, 'requests over a limit');
    } else if (status >= 400) log.info(line, 'request');
    else log.debug(line, 'request');
  };
}

/** Observes response times. The labels of each combination are looked up once: that costs more than the observation. */
function createObserver(metrics: Metrics | undefined) {
  if (!metrics) return () => {};
  const seconds = metrics.histogram('http_request_seconds', 'Response time by route', [
    'method',
    'route',
    'status',
  ]);
  const known = new Map<string, { observe(value: number): void }>();
  return (method: string, route: string, status: number, value: number) => {
    const key = `${method} ${status} ${route}`;
    let series = known.get(key);
    if (!series) {
      series = seconds.labels({ method, route, status: String(status) });
      known.set(key, series);
    }
    series.observe(value);
  };
}

export interface Listening {
  server: Server;
  port: number;
  /** http://host:port, without a slash at the end. */
  url: string;
  /** Stops accepting connections and lets requests in flight end (5 s at most). */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Time for a whole request to arrive, its body included; default 30 s. */
  requestTimeoutMs?: number;
  /** Headers of the answers to input that never becomes a request. */
  headers?: Readonly<Record<string, string>>;
}

/** How often Node looks for requests that exceed their time; its default of 30 s would double the time. */
const CHECK_TIMEOUTS_MS = 2_000;

/** Starts serving; port 0 picks a free one. */
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
  server.keepAliveTimeout = 65_000; // longer than the gateway's, so that the gateway closes first
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
    // A connection that becomes idle only now would stay open for its next request.
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
 * Goes on answering for a while and asks every client to leave its connection with its next answer, so that those who know of
 * another replica have gone there when this one closes.
 */
export async function drain(server: Server, seconds: number): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  await sleep(seconds * 1_000);
}
