import { bearerToken, type Verifier } from '@touchline/service-kit/auth';
import { addressKey } from '@touchline/service-kit/rate-limit';
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

// As loose as the router behind: letters in any case, and a slash at the end.
const LEADERBOARD = /^\/api\/games\/[^/]+\/leaderboard\/?$/i;
const JOIN = /^\/api\/games\/[^/]+\/(join|reserve)\/?$/i;

/** Passes the calls of the routing table on to their services; the others go by. */
export function edge({ proxy, limits, verifier, origins }: EdgeDeps): Middleware {
  /** Counted per wallet only when there is one: who has no valid token is the service's to refuse. */
  async function limitWallet(ctx: Context) {
    const caller = await verifier.verify(bearerToken(ctx.get('authorization')) ?? '').catch(() => null);
    if (caller) await limits.joinWallet.take(caller.wallet_address);
  }

  return async (ctx, next) => {
    const service = serviceFor(ctx.path);
    if (!service) return next();
    ctx.state.route = `-> ${service}`;
    if (LEADERBOARD.test(ctx.path)) await limits.leaderboardAddress.take(addressKey(ctx.ip));
    if (ctx.method === 'POST' && JOIN.test(ctx.path)) await limitWallet(ctx);
    await proxy.forward({
      request: ctx.req,
      response: ctx.res,
      origin: origins[service],
      requestId: String(ctx.state.requestId),
    });
    ctx.respond = false;
  };
}
