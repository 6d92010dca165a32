import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa, { type Context, type Next } from 'koa';
import { answerErrors } from './errors.ts';
import { healthChecks, type Readiness } from './health.ts';
import type { Log } from './log.ts';
import { plainTarget, refuseMalformed } from './malformed.ts';
import type { Metrics } from './metrics.ts';

interface KoaOptions {
  log: Log;
  ready: Readiness;
  metrics?: Metrics;
  /**
   * Accept the caller's request id when it is a UUID. True for services, whose only caller is the gateway; the gateway
   * passes false, because outsiders must not choose what appears in the logs.
   */
  trustRequestId?: boolean;
  /** Number of our own proxies in front, which append to X-Forwarded-For; 0: the client is the socket's peer. */
  trustedProxies?: number;
}

/**
 * The Koa application of every process, in this order: request id, log and metrics, error translator, plain paths,
 * health. Add routers with `mount` of route.ts.
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
  app.use(requestId(options.trustRequestId ?? true));
  app.use(watch(options.log, options.metrics));
  app.use(answerErrors(options.log));
  app.use(plainTarget);
  app.use(healthChecks(options.ready));
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

function requestId(trusted: boolean) {
  return (ctx: Context, next: Next) => {
    const given = ctx.get('x-request-id');
    const id = trusted && UUID.test(given) ? given : randomUUID();
    ctx.state.requestId = id;
    ctx.set('X-Request-Id', id);
    ctx.set('X-Content-Type-Options', 'nosniff');
    return next();
  };
}

/** One log line and one observation per request, by route pattern: paths with ids would make endless series. */
function watch(log: Log, metrics: Metrics | undefined) {
  const seconds = metrics?.histogram('http_request_seconds', 'Response time by route', [
    'method',
    'route',
    'status',
  ]);
  return async (ctx: Context, next: Next) => {
    const start = performance.now();
    await next();
    const ms = performance.now() - start;
    const route = typeof ctx.state.route === 'string' ? ctx.state.route : 'none';
    seconds?.observe({ method: ctx.method, route, status: String(ctx.status) }, ms / 1000);
    const line = {
      method: ctx.method,
      route,
      status: ctx.status,
      ms: Math.round(ms),
      request_id: ctx.state.requestId,
    };
    if (ctx.status >= 400) log.info(line, 'request');
    else log.debug(line, 'request');
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

/** Starts serving; port 0 picks a free one. */
export function listen(app: Koa, port: number, host: string): Promise<Listening> {
  const server = createServer(app.callback());
  refuseMalformed(server);
  server.requestTimeout = 30_000;
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
