import { randomUUID } from 'node:crypto';
import { TouchlineError } from '@touchline/api/errors';
import Koa, { type Context, type Next } from 'koa';
import { type Database, isDatabaseReachable } from '../data/database.ts';
import type { Bus } from '../messaging/bus.ts';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { getTraces } from '../process/traces.ts';
import type { Traces } from '../process/traces-to-collector.ts';
import { handleErrors } from './errors.ts';
import { healthChecks, type Notes, natsNote, type Readiness } from './health.ts';
import type { ServerResponseWithDefaults } from './server-response.ts';

interface KoaOptions {
  log: Log;
  ready: Readiness;
  /** Notes on dependencies, shown by /readyz. */
  notes?: Notes;
  metrics?: Metrics | undefined;
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

/** Resources of a service. */
export interface ServiceResources {
  /** The migrated database. */
  db: Database;
  bus: Bus;
  log: Log;
  metrics: Metrics;
}

/** Creates the application of a service, which is ready while its database responds. The connection to NATS is one of its notes. */
export const createServiceKoa = ({ db, bus, log, metrics }: ServiceResources, notes: Notes = {}): Koa =>
  createKoa({
    log,
    metrics,
    ready: async () => ({ database: await isDatabaseReachable(db) }),
    notes: { bus: natsNote(bus), ...notes },
  });

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

/**
 * Middleware that creates a span per API request, below the span of the client. It has route, status and the request id of the
 * log and the response, never an address or a query.
 */
const traceRequests = (traces: Traces, trusted: boolean) => (ctx: Context, next: Next) => {
  if (!ctx.path.startsWith('/api/')) return next();
  const attributes = {
    'http.request.method': ctx.method,
    'touchline.request_id': String(ctx.state.requestId),
  };
  const parent = ctx.get('traceparent');
  return traces.runInSpan(
    { name: ctx.method, kind: 'server', startTrace: true, parent, trusted, attributes },
    async (span) => {
      await next();
      const route = typeof ctx.state.route === 'string' ? ctx.state.route : 'none';
      span?.rename(`${ctx.method} ${route}`);
      span?.add({ 'http.route': route, 'http.response.status_code': ctx.status });
      if (ctx.status >= 500) span?.fail(String(ctx.status));
    },
  );
};

/** Logs one in this many rate-limited requests, so that a flood of them cannot fill the disk. */
const RATE_LIMIT_LOG_INTERVAL = 1_000;

/** Logs and measures each request by route pattern: raw paths contain ids and would create unbounded metric series. */
function logRequests(log: Log, metrics: Metrics | undefined) {
  let rateLimited = 0;
  const labels = ['method', 'route', 'status'] as const;
  const seconds = metrics?.histogram('http_request_seconds', 'Response time by route', labels);
  return async (ctx: Context, next: Next) => {
    const start = performance.now();
    await next();
    const ms = performance.now() - start;
    const { method, status } = ctx;
    const route = typeof ctx.state.route === 'string' ? ctx.state.route : 'none';
    seconds?.observe({ method, route, status: String(status) }, ms / 1000);
    if (status < 400 && !log.isLevelEnabled('debug')) return;
    const line = { method, route, status, ms: Math.round(ms), request_id: ctx.state.requestId };
    if (status === 429) {
      if (rateLimited++ % RATE_LIMIT_LOG_INTERVAL === 0)
        log.info({ ...line, rate_limited: rateLimited }, 'requests rate-limited');
    } else if (status >= 400) log.info(line, 'request');
    else log.debug(line, 'request');
  };
}

/**
 * Reduces the request target to a path. An absolute URL (RFC 9112, 3.2.2, as sent to proxies) becomes its path. Any other
 * target (`*`, `foo://bar`, `http://[`) raises VALIDATION_FAILED, because Koa cannot parse it.
 */
function normaliseTarget(ctx: Context, next: Next) {
  const target = ctx.req.url ?? '';
  if (target.startsWith('/')) return next();
  const isUrl = /^https?:/i.test(target) && URL.canParse(target);
  // The path is logged later, so it must be parsable.
  ctx.req.url = isUrl ? toPath(new URL(target)) : '/';
  if (isUrl) return next();
  throw new TouchlineError('VALIDATION_FAILED', 'The request target is not a path.', {
    details: [{ path: '', message: 'must start with a slash' }],
  });
}

const toPath = ({ pathname, search }: URL) => pathname + search;
