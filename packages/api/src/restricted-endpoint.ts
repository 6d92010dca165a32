import { ALL_ENDPOINTS } from './all-endpoints.ts';
import type { AnyEndpoint } from './endpoint.ts';

/** Patterns match exactly the path spelling of the services' routers; any other spelling is 404 and reaches no handler. */
const RESTRICTED = ALL_ENDPOINTS.map(({ endpoint }) => endpoint)
  .filter(({ limit, auth }) => limit !== undefined || auth === 'admin')
  .map((endpoint) => ({
    endpoint,
    segments: countSegments(endpoint.path),
    pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
  }));

/** Counts path segments: a cheap first filter, because the gateway runs it for every request. */
function countSegments(path: string): number {
  let segments = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) segments += 1;
  return segments;
}

/**
 * Finds the endpoint of a request if it has its own rate limit or is for administrators. HEAD counts as GET.
 * @param path path below `/api`
 */
export function findRestrictedEndpoint(method: string, path: string): AnyEndpoint | undefined {
  const effectiveMethod = method === 'HEAD' ? 'GET' : method;
  const segments = countSegments(path);
  return RESTRICTED.find(
    (entry) =>
      entry.segments === segments && entry.endpoint.method === effectiveMethod && entry.pattern.test(path),
  )?.endpoint;
}
