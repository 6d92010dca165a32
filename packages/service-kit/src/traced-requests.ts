import type { Context, Next } from 'koa';
import type { Traces } from './span.ts';

/**
 * The span of each call of the API, below that of its caller: route and status, never an address or a query. Its request id is
 * the one in the log and in the answer.
 */
export const traceRequests = (traces: Traces, trusted: boolean) => (ctx: Context, next: Next) => {
  if (!ctx.path.startsWith('/api/')) return next();
  const attributes = {
    'http.request.method': ctx.method,
    'touchline.request_id': String(ctx.state.requestId),
  };
  const parent = ctx.get('traceparent');
  return traces.during(
    { name: ctx.method, kind: 'server', begin: true, parent, trusted, attributes },
    async (span) => {
      await next();
      const route = typeof ctx.state.route === 'string' ? ctx.state.route : 'none';
      span?.rename(`${ctx.method} ${route}`);
      span?.add({ 'http.route': route, 'http.response.status_code': ctx.status });
      if (ctx.status >= 500) span?.failed(String(ctx.status));
    },
  );
};
