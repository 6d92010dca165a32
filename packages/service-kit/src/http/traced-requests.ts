import type { Context, Next } from 'koa';
import type { Traces } from '../process/span.ts';

/**
 * Middleware that creates a span per API request, below the span of the client. It has route, status and the request id of the
 * log and the response, never an address or a query.
 */
export const traceRequests = (traces: Traces, trusted: boolean) => (ctx: Context, next: Next) => {
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
