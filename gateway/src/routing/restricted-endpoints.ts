import { ALL_ENDPOINTS } from '@touchline/api/all-endpoints';
import type { AnyEndpoint } from '@touchline/api/endpoint';
import { createRouter } from '@touchline/service-kit/http/route';

/**
 * Creates a function that finds the endpoint of a request if it has its own rate limit or is for administrators. It matches paths
 * with the router of the services: a spelling that is 404 there has no limit here.
 */
export function createEndpointFinder(): (method: string, path: string) => AnyEndpoint | undefined {
  const router = createRouter();
  const endpoints = new Map<unknown, AnyEndpoint>();
  for (const { endpoint } of ALL_ENDPOINTS)
    if (endpoint.limit !== undefined || endpoint.auth === 'admin')
      endpoints.set(
        router.register(endpoint.path, [endpoint.method], () => {}),
        endpoint,
      );
  return (method, path) => endpoints.get(router.match(path, method).pathAndMethod[0]);
}
