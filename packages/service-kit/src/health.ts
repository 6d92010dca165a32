import type { Context, Next } from 'koa';

/** The state of each part of the process, by name; it is ready when all are true. */
export type Readiness = () => Promise<Record<string, boolean>>;

/** GET /healthz: the process is up. GET /readyz: its own parts respond, else 503; other services do not matter. */
export function healthChecks(ready: Readiness) {
  return async (ctx: Context, next: Next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path === '/healthz') ctx.body = { success: true, data: { status: 'ok' } };
    else if (ctx.path === '/readyz') await answerReadiness(ctx, ready);
    else await next();
  };
}

async function answerReadiness(ctx: Context, ready: Readiness) {
  const parts = await ready().catch(() => ({ check: false }));
  const isReady = Object.values(parts).every(Boolean);
  ctx.status = isReady ? 200 : 503;
  ctx.body = { success: isReady, data: parts };
}
