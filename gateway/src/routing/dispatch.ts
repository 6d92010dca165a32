import { addressKey, type RateLimit } from '@touchline/service-kit/rate-limit';
import type { Context, Next } from 'koa';
import { findRoute, type HandlerName } from './routes.ts';

type Handler = (ctx: Context, next: Next) => unknown;
export type Handlers = Readonly<Record<HandlerName, Handler>>;

/** Counts a request by the routing table and hands it to its handler. */
export function dispatch(handlers: Handlers, addressLimit: RateLimit): Handler {
  return async (ctx, next) => {
    const route = findRoute(ctx.method, ctx.path);
    if (route.limit === 'address') await addressLimit.take(addressKey(ctx.ip));
    await handlers[route.handler](ctx, next);
  };
}
