import type { Context, Next } from 'koa';

/** Is this process able to serve? Each named part with true or false; all of them must be true. */
export type Readiness = () => Promise<Record<string, boolean>>;

/** GET /healthz: the process runs. GET /readyz: its own parts answer; 503 otherwise. Never depends on other services. */
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
