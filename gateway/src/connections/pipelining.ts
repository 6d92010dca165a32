import type { Context, Next } from 'koa';

/**
 * Middleware that closes a connection which sends a request before the previous one has its response. No browser or proxy does so,
 * and Node does not report the end of such a connection to the waiting responses, so they would never release their resources.
 */
export function rejectPipelining(ctx: Context, next: Next): Promise<void> | void {
  if (ctx.res.socket !== null) return next();
  ctx.respond = false;
  ctx.req.socket.destroy();
}
