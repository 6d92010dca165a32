import { limitOf } from '@touchline/api/limited-calls';
import { LIMITS, type LimitName } from '@touchline/api/limits';
import { bearerToken, type Verifier } from '@touchline/service-kit/auth';
import { API_PREFIX } from '@touchline/service-kit/route';
import type { Context } from 'koa';
import type { Limits } from '../limits/limits.ts';
import type { ServiceProxy } from './proxy.ts';

/** Makes the handler of a service: counts the limit that the called endpoint names, then forwards the call. */
export function createForward(proxy: ServiceProxy, limits: Limits['calls'], verifier: Verifier) {
  async function count(ctx: Context, limit: LimitName) {
    const key = LIMITS[limit].by === 'address' ? ctx.ip : await walletOf(ctx);
    if (key) await limits[limit].take(key);
  }

  /** Null without a valid token: refusing that call is the service's job. */
  async function walletOf(ctx: Context): Promise<string | null> {
    const caller = await verifier.verify(bearerToken(ctx.get('authorization')) ?? '').catch(() => null);
    return caller?.wallet_address ?? null;
  }

  return (service: string, origin: string) => async (ctx: Context) => {
    ctx.state.route = `-> ${service}`;
    const limit = limitOf(ctx.method, ctx.path.slice(API_PREFIX.length));
    if (limit) await count(ctx, limit);
    const requestId = String(ctx.state.requestId);
    await proxy.forward({ request: ctx.req, response: ctx.res, origin, requestId });
    ctx.respond = false;
  };
}
