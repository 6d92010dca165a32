import { ALL_ENDPOINTS } from '@touchline/api/all-endpoints';
import type { AnyEndpoint } from '@touchline/api/endpoint';
import { LIMITS, type LimitName } from '@touchline/api/limits';
import { bearerToken } from '@touchline/service-kit/http/auth';
import { createRouter } from '@touchline/service-kit/http/route';
import { getTraces } from '@touchline/service-kit/process/traces';
import type { Context } from 'koa';
import { addressKey } from '../limits/client-limits.ts';
import type { EndpointLimits } from '../limits/limits.ts';
import type { ServiceProxy, Upstream } from './proxy.ts';
import type { Handler } from './routes.ts';

/** The properties of an endpoint that forwarding depends on. */
export type ForwardedEndpoint = Pick<AnyEndpoint, 'method' | 'path' | 'auth' | 'limit'>;

/** Finds the endpoint of a request. @throws TouchlineError to reject the request */
export type FindEndpoint = (method: string, path: string) => ForwardedEndpoint | undefined;

/**
 * Creates a function that matches requests with endpoints, by the router of the services: a spelling that is 404 there matches
 * nothing here. `isKnownPath` is also true for an endpoint with another method.
 */
export function createEndpointMatcher<E extends Pick<AnyEndpoint, 'method' | 'path'>>(
  endpoints: readonly E[],
) {
  const router = createRouter();
  const byLayer = new Map<unknown, E>(
    endpoints.map((endpoint) => [router.register(endpoint.path, [endpoint.method], () => {}), endpoint]),
  );
  return (method: string, path: string): { endpoint: E | undefined; isKnownPath: boolean } => {
    const found = router.match(path, method);
    return { endpoint: byLayer.get(found.pathAndMethod[0]), isKnownPath: found.path.length > 0 };
  };
}

/** Creates a function that finds the endpoint of a request if it has its own rate limit or is for administrators. */
export function createEndpointFinder(): FindEndpoint {
  const match = createEndpointMatcher(
    ALL_ENDPOINTS.map(({ endpoint }) => endpoint).filter(
      ({ limit, auth }) => limit !== undefined || auth === 'admin',
    ),
  );
  return (method, path) => match(method, path).endpoint;
}

/** Creates the handler of a service, by its name in logs, metrics and traces. `find` defaults to the endpoints of packages/api. */
export type Forward = (service: string, upstream: Upstream, find?: FindEndpoint) => Handler;

export interface ForwardDeps {
  limits: EndpointLimits;
  /** Identifies the wallet whose limit a request counts towards. The service checks whether the session may send it. */
  inspectToken(token: string): Promise<{ wallet: string; ended: boolean }>;
  /** Receives admin requests that a service rejected, after their response. */
  onRejectedAdmin(ctx: Context, request: string): Promise<void>;
}

/**
 * Creates the handler of a service: counts the request towards the limit of its endpoint and forwards it, without the token of
 * an ended session: the service learns from NATS that the session has ended and would accept the token until then. A team service
 * gets no token for an endpoint that is open to everyone.
 */
export function createForward(proxy: ServiceProxy, deps: ForwardDeps): Forward {
  const { limits, inspectToken, onRejectedAdmin } = deps;

  async function count(ctx: Context, limit: LimitName, wallet: string | undefined) {
    if (limit === 'leagueCode') return limits.leagueCode.check(addressKey(ctx.ip));
    const key = LIMITS[limit].by === 'address' ? ctx.ip : wallet;
    if (key) await limits[limit].take(key);
  }

  /** Finds the caller; undefined without a valid token: the service will reject the request. */
  async function findCaller(ctx: Context) {
    try {
      const token = bearerToken(ctx.get('authorization'));
      return token === null ? undefined : await inspectToken(token);
    } catch {
      return undefined;
    }
  }

  const findEndpoint = createEndpointFinder();
  return (service, upstream, find = findEndpoint) =>
    async (ctx) => {
      ctx.state.route = `-> ${service}`;
      const endpoint = find(ctx.method, ctx.path);
      if (endpoint?.auth === 'none') delete ctx.req.headers.authorization;
      const caller = await findCaller(ctx);
      if (caller?.ended) delete ctx.req.headers.authorization;
      if (endpoint?.limit) await count(ctx, endpoint.limit, caller?.ended ? undefined : caller?.wallet);
      const requestId = String(ctx.state.requestId);
      const traceparent = getTraces()?.traceparent();
      await proxy.forward({ request: ctx.req, response: ctx.res, upstream, requestId, traceparent });
      ctx.respond = false;
      const { statusCode } = ctx.res;
      if (endpoint?.limit === 'leagueCode' && statusCode === 404)
        await limits.leagueCode.count(addressKey(ctx.ip));
      if (endpoint && isRejectedAdmin(endpoint, statusCode))
        await onRejectedAdmin(ctx, `${endpoint.method} ${endpoint.path} ${statusCode}`);
    };
}

const isRejectedAdmin = ({ auth }: ForwardedEndpoint, status: number) =>
  auth === 'admin' && (status === 401 || status === 403);
