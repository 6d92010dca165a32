import Router from '@koa/router';
import type Koa from 'koa';
import { API_PREFIX } from '../route.ts';

/** `GET /games/:id`, sorted: what an application answers by its routers. For tests that compare it with what is declared. */
export function registeredCalls(app: Koa): string[] {
  const routers = app.middleware.flatMap((one) =>
    'router' in one && one.router instanceof Router ? [one.router] : [],
  );
  // mount() adds one middleware for the routes and one for other methods; both know the router.
  return [...new Set(routers)]
    .flatMap(({ stack }) => stack)
    .flatMap(({ methods, path }) =>
      methods
        .filter((method) => method !== 'HEAD') // comes with every GET
        .map((method) => `${method} ${String(path).slice(API_PREFIX.length)}`),
    )
    .sort();
}
