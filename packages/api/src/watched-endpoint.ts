import { ALL_ENDPOINTS } from './all-endpoints.ts';
import type { AnyEndpoint } from './endpoint.ts';

/** Matches exactly the spelling that the services' routers accept: any other is 404 and reaches no handler. */
const WATCHED = ALL_ENDPOINTS.map(({ endpoint }) => endpoint)
  .filter(({ limit, auth }) => limit !== undefined || auth === 'admin')
  .map((endpoint) => ({ endpoint, pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`) }));

/** The endpoint that a call is for, if it has a limit of its own or is for administrators. `path` is below `/api`; HEAD counts like GET. */
export function watchedEndpoint(method: string, path: string): AnyEndpoint | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  return WATCHED.find(({ endpoint, pattern }) => endpoint.method === wanted && pattern.test(path))?.endpoint;
}
