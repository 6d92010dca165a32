import type { Context, Next } from 'koa';

/** The state of each part of the process, by name; it is ready when all are true. */
export type Readiness = () => Promise<Record<string, boolean>>;

/** How long an answer of /readyz is repeated: it is public, and each check takes a connection to the database. */
const READY_CACHE_MS = 1_000;

/** GET /healthz: the process is up. GET /readyz: its own parts respond, else 503; other services do not matter. */
export function healthChecks(check: Readiness) {
  const ready = cached(check);
  return async (ctx: Context, next: Next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path === '/healthz') ctx.body = { success: true, data: { status: 'ok' } };
    else if (ctx.path === '/readyz') await answerReadiness(ctx, ready);
    else await next();
  };
}

/** Asks once for all callers within READY_CACHE_MS; a check that fails is not ready. */
function cached(check: Readiness): Readiness {
  let last: { at: number; answer: ReturnType<Readiness> } | undefined;
  return () => {
    const at = performance.now();
    if (!last || at - last.at >= READY_CACHE_MS)
      last = { at, answer: check().catch(() => ({ check: false })) };
    return last.answer;
  };
}

async function answerReadiness(ctx: Context, ready: Readiness) {
  const parts = await ready();
  const isReady = Object.values(parts).every(Boolean);
  ctx.status = isReady ? 200 : 503;
  ctx.body = { success: isReady, data: parts };
}
