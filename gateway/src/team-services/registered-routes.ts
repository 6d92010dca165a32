import type { DeclaredEndpoint } from '@touchline/api/http/team-services';
import { methodNotAllowedError, notFoundError } from '@touchline/service-kit/http/errors';
import { API_PREFIX } from '@touchline/service-kit/http/route';
import { createMemoryCounts, createRateLimit } from '../limits/client-limits.ts';
import { createAddressLimit } from '../limits/limits.ts';
import { createEndpointMatcher, type FindEndpoint, type Forward } from '../routing/forward.ts';
import type { Handler, Route } from '../routing/routes.ts';
import type { RegisteredService } from './team-services.store.ts';

const MINUTE = 60;
/** Addresses whose requests are counted per service, so that a flood to one leaves the counts of others alone. */
const MAX_COUNTED_ADDRESSES = 20_000;

/** A service whose requests are forwarded to `origin`. */
export interface RegisteredUpstream extends Pick<RegisteredService, 'name' | 'declaration'> {
  origin: string;
}

/**
 * Creates the route of a registered service: its own limit per address, then its declared endpoints only, then its own connections
 * with its number of concurrent requests and its timeout.
 */
export function createRegisteredRoute(forward: Forward, service: RegisteredUpstream): Route<Handler> {
  const { name, origin, declaration } = service;
  const {
    requests_per_minute: points,
    concurrent_requests: maxOpenRequests,
    timeout_ms: timeoutMs,
  } = declaration;
  const counts = createMemoryCounts(MAX_COUNTED_ADDRESSES);
  const limit = createAddressLimit((times) =>
    createRateLimit(counts, { name: `x${times}`, points: points * times, seconds: MINUTE }),
  );
  const send = forward(
    `team ${name}`, // alerts of the gateway leave out routes with this prefix
    { origin, maxOpenRequests, timeoutMs },
    createDeclaredFinder(declaration.endpoints),
  );
  return {
    prefix: `${API_PREFIX}/${name}`,
    limit: 'address',
    async handler(ctx, next) {
      await limit.take(ctx.ip);
      await send(ctx, next);
    },
  };
}

/** @throws TouchlineError NOT_FOUND or METHOD_NOT_ALLOWED for everything that is not declared */
function createDeclaredFinder(endpoints: readonly DeclaredEndpoint[]): FindEndpoint {
  const match = createEndpointMatcher(endpoints);
  return (method, path) => {
    const { endpoint, isKnownPath } = match(method, path);
    if (endpoint) return endpoint;
    if (!isKnownPath) throw notFoundError();
    throw methodNotAllowedError();
  };
}
