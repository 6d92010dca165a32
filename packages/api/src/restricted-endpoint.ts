import { ALL_ENDPOINTS } from './all-endpoints.ts';
import type { AnyEndpoint } from './endpoint.ts';

/** Matches exactly the spelling that the services' routers accept: any other is 404 and reaches no handler. */
const RESTRICTED = ALL_ENDPOINTS.map(({ endpoint }) => endpoint)
  .filter(({ limit, auth }) => limit !== undefined || auth === 'admin')
  .map((endpoint) => ({
    endpoint,
    parts: countSegments(endpoint.path),
    pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
  }));

/** Few endpoints have as many: the gateway asks this for every call. */
function countSegments(path: string): number {
  let parts = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) parts += 1;
  return parts;
}

/** The endpoint that a call is for, if it has a limit of its own or is for administrators. `path` is below `/api`; HEAD counts like GET. */
export function findRestrictedEndpoint(method: string, path: string): AnyEndpoint | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const parts = countSegments(path);
  return RESTRICTED.find(
    (known) => known.parts === parts && known.endpoint.method === wanted && known.pattern.test(path),
  )?.endpoint;
}
