import { addressKey } from '@touchline/service-kit/http/rate-limit';
import type { Context, Next } from 'koa';
import type { Limits } from '../limits/limits.ts';
import { hasBody } from './request-body.ts';
import { findRoute, type HandlerName } from './routes.ts';

type Handler = (ctx: Context, next: Next) => unknown;
export type Handlers = Readonly<Record<HandlerName, Handler>>;

/** Routes a request: counts it towards the limit of its route and calls the handler. */
export function dispatch(handlers: Handlers, limits: Limits): Handler {
  return async (ctx, next) => {
    const route = findRoute(ctx.method, ctx.path);
    await limits[route.limit].take(ctx.ip);
    // A request with a response before its complete body emits no 'close'; its connection does.
    if (hasBody(ctx.req)) limits.unfinishedBodies.take(addressKey(ctx.ip), ctx.req, ctx.req.socket);
    await handlers[route.handler](ctx, next);
  };
}
