import type { Socket } from 'node:net';
import type { Context, Next } from 'koa';

/**
 * Creates the middleware that lets a request wait for the end of the previous response. A client may send the next request as soon
 * as it has all bytes of a response, which may be before this process has noticed its end. A second waiting request closes the
 * connection: no browser or proxy sends one. Node reports the end of a connection only to the current response, so a request must
 * hold nothing while it waits.
 */
export function createPipelining(): (ctx: Context, next: Next) => Promise<void> | void {
  const waiting = new WeakSet<Socket>();

  async function wait({ req: { socket }, res }: Context): Promise<void> {
    waiting.add(socket);
    await new Promise<void>((resolve) => {
      res.once('socket', () => resolve());
      socket.once('close', () => resolve());
    });
    waiting.delete(socket);
  }

  async function waitForTurn(ctx: Context, next: Next): Promise<void> {
    if (waiting.has(ctx.req.socket)) ctx.req.socket.destroy();
    else await wait(ctx);
    if (ctx.res.socket !== null) return next();
    ctx.respond = false;
  }

  return (ctx, next) => (ctx.res.socket === null ? waitForTurn(ctx, next) : next());
}
