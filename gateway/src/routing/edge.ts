import { limitOf } from '@touchline/api/limited-calls';
import { LIMITS, type LimitName } from '@touchline/api/limits';
import { bearerToken, type Verifier } from '@touchline/service-kit/auth';
import { addressKey } from '@touchline/service-kit/rate-limit';
import { API_PREFIX } from '@touchline/service-kit/route';
import type { Context, Middleware } from 'koa';
import type { Limits } from '../limits/limits.ts';
import type { ServiceProxy } from './proxy.ts';
import { type ServiceName, serviceFor } from './routes.ts';

interface EdgeDeps {
  proxy: ServiceProxy;
  limits: Limits;
  verifier: Verifier;
  /** Origin of each service. */
  origins: Record<ServiceName, string>;
}

/** Passes the calls of the routing table on to their services; the others go by. */
export function edge({ proxy, limits, verifier, origins }: EdgeDeps): Middleware {
  async function count(ctx: Context, limit: LimitName) {
    const key = LIMITS[limit].by === 'address' ? addressKey(ctx.ip) : await walletOf(ctx);
    if (key) await limits.calls[limit].take(key);
  }

  /** Null without a valid token: refusing that call is the service's job. */
  async function walletOf(ctx: Context): Promise<string | null> {
    const caller = await verifier.verify(bearerToken(ctx.get('authorization')) ?? '').catch(() => null);
    return caller?.wallet_address ?? null;
  }

  return async (ctx, next) => {
    const service = serviceFor(ctx.path);
    if (!service) return next();
    ctx.state.route = `-> ${service}`;
    const limit = limitOf(ctx.method, ctx.path.slice(API_PREFIX.length));
    if (limit) await count(ctx, limit);
    await proxy.forward({
      request: ctx.req,
      response: ctx.res,
      origin: origins[service],
      requestId: String(ctx.state.requestId),
    });
    ctx.respond = false;
  };
}
