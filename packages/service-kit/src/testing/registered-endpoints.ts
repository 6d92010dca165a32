import Router from '@koa/router';
import type Koa from 'koa';
import { API_PREFIX } from '../route.ts';

/** `GET /games/:id`, sorted: the calls that an application's routers answer, to compare with the declared ones. */
export function listRegisteredEndpoints(app: Koa): string[] {
  const routers = app.middleware.flatMap((one) =>
    'router' in one && one.router instanceof Router ? [one.router] : [],
  );
  // mount() adds two middlewares that know the router: the routes and the other methods.
  return [...new Set(routers)]
    .flatMap(({ stack }) => stack)
    .flatMap(({ methods, path }) =>
      methods
        .filter((method) => method !== 'HEAD') // comes with every GET
        .map((method) => `${method} ${String(path).slice(API_PREFIX.length)}`),
    )
    .sort();
}
