import { ALL_ENDPOINTS } from './all-endpoints.ts';
import type { LimitName } from './limits.ts';

/** Matches exactly the spelling that the services' routers accept: any other is 404 and reaches no handler. */
const LIMITED = ALL_ENDPOINTS.flatMap(({ endpoint: { method, path, limit } }) =>
  limit ? [{ method, limit, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`) }] : [],
);

/** The limit that a call counts towards. `path` is below `/api`; HEAD counts like GET. */
export function limitOf(method: string, path: string): LimitName | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  return LIMITED.find((call) => call.method === wanted && call.pattern.test(path))?.limit;
}
