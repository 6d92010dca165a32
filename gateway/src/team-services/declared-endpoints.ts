import { TouchlineError } from '@touchline/api/errors';
import type { DeclaredEndpoint } from '@touchline/api/http/team-services';
import { createRouter } from '@touchline/service-kit/http/route';
import type { FindEndpoint } from '../routing/forward.ts';

/**
 * Creates a function that finds the declared endpoint of a request. It matches paths with the router of the services.
 * @throws TouchlineError NOT_FOUND or METHOD_NOT_ALLOWED for everything that is not declared
 */
export function createDeclaredEndpoints(endpoints: readonly DeclaredEndpoint[]): FindEndpoint {
  const router = createRouter();
  const byLayer = new Map<unknown, DeclaredEndpoint>(
    endpoints.map((endpoint) => [router.register(endpoint.path, [endpoint.method], () => {}), endpoint]),
  );
  return (method, path) => {
    const { path: samePath, pathAndMethod } = router.match(path, method);
    const endpoint = byLayer.get(pathAndMethod[0]);
    if (endpoint) return endpoint;
    if (samePath.length === 0) throw new TouchlineError('NOT_FOUND', 'Not found.');
    throw new TouchlineError('METHOD_NOT_ALLOWED', 'This endpoint does not support that method.');
  };
}
