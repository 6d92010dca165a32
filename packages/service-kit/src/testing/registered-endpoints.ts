import Router from '@koa/router';
import type Koa from 'koa';
import { API_PREFIX } from '../http/route.ts';

/** Lists the endpoints of an application's routers, sorted, as `GET /games/:id`; to compare with the declared ones. */
export function listRegisteredEndpoints(app: Koa): string[] {
  const routers = app.middleware.flatMap((one) =>
    'router' in one && one.router instanceof Router ? [one.router] : [],
  );
  // mount() adds two of them: the routes and the 405 handler.
  return [...new Set(routers)]
    .flatMap(({ stack }) => stack)
    .flatMap(({ methods, path }) =>
      methods
        .filter((method) => method !== 'HEAD') // implied by every GET
        .map((method) => `${method} ${String(path).slice(API_PREFIX.length)}`),
    )
    .sort();
}
