import { hasBody } from '@touchline/service-kit/http/body';
import type { Context, Next } from 'koa';
import type { Limits } from '../limits/limits.ts';

export interface Route<H> {
  /** This path and, unless `exact`, everything below it. */
  prefix: string;
  exact?: true;
  /** Default: any method. */
  method?: 'GET';
  handler: H;
  /**
   * Limit that every request counts towards, in addition to the limits declared by endpoints of packages/api, the limits
   * of sign-in (auth/) and the number of open live streams.
   */
  limit: 'address' | 'files';
}

/** Routes of the product; app.ts creates the handler of each. Team services register theirs at run time (team-services/). */
export const ROUTES = [
  { prefix: '/api/fpl', handler: 'fpl-relay', limit: 'address' },
  { prefix: '/api/games', handler: 'games', limit: 'address' },
  { prefix: '/api/leagues', handler: 'games', limit: 'address' },
  { prefix: '/api/prizes', handler: 'games', limit: 'address' },
  { prefix: '/api/results', handler: 'games', limit: 'address' },
  { prefix: '/api/notifications', handler: 'games', limit: 'address' },
  { prefix: '/api/reserves', handler: 'games', limit: 'address' },
  { prefix: '/api/reserves.csv', handler: 'games', limit: 'address', method: 'GET', exact: true },
  { prefix: '/api/staking', handler: 'staking', limit: 'address' },
  { prefix: '/api/admin', handler: 'admin', limit: 'address' },
  { prefix: '/api/live', handler: 'live', limit: 'address', method: 'GET', exact: true },
  { prefix: '/api/docs', handler: 'docs', limit: 'address' },
  // 404 without a season replay.
  { prefix: '/api/demo/replay', handler: 'demo', limit: 'address' },
  // The gateway's own endpoints: auth, users, config, remotes, openapi.json. Other paths below /api are 404.
  { prefix: '/api', handler: 'endpoints', limit: 'address' },
  { prefix: '/.well-known/jwks.json', handler: 'jwks', limit: 'files', exact: true },
  { prefix: '/remotes', handler: 'remotes', limit: 'files' },
  // Preview images for links to teams and games.
  { prefix: '/share', handler: 'share', limit: 'files', method: 'GET' },
  // Also handles paths in any other spelling. The shell additionally limits pages per address.
  { prefix: '/', handler: 'shell', limit: 'files' },
] as const satisfies readonly Route<string>[];

/** Creates a matcher of routes, one of which has the prefix `/`: the longest matching prefix wins. */
export function createMatcher<H>(routes: readonly Route<H>[]): (method: string, path: string) => Route<H> {
  const longestFirst = [...routes]
    .sort((a, b) => b.prefix.length - a.prefix.length)
    .map((route) => ({ route, below: route.prefix === '/' ? '/' : `${route.prefix}/` }));
  return (method, path) => {
    for (const { route, below } of longestFirst) {
      const matches = path === route.prefix || (!route.exact && path.startsWith(below));
      if (matches && (route.method === undefined || route.method === method)) return route;
    }
    throw new Error(`no route for ${path}`); // unreachable: the shell matches every path
  };
}

export type Handler = (ctx: Context, next: Next) => unknown;
type Handlers = Readonly<Record<(typeof ROUTES)[number]['handler'], Handler>>;

export type RouteTable = ReturnType<typeof createRouteTable>;

export function createRouteTable(handlers: Handlers, limits: Limits) {
  const own = ROUTES.map((route) => ({ ...route, handler: handlers[route.handler] }));
  let findRoute = createMatcher(own);
  return {
    /** Routes a request: counts it towards the limit of its route and calls the handler. */
    async dispatch(ctx: Context, next: Next) {
      const route = findRoute(ctx.method, ctx.path);
      await limits[route.limit].take(ctx.ip);
      // A request with a response before its complete body emits no 'close'; its connection does.
      if (hasBody(ctx.req)) limits.unfinishedBodies.take(ctx.ip, ctx.req, ctx.req.socket);
      await route.handler(ctx, next);
    },
    /** Replaces the routes of registered services, which are matched together with ROUTES. */
    setRegistered(registered: readonly Route<Handler>[]) {
      findRoute = createMatcher([...own, ...registered]);
    },
  };
}
