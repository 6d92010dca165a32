import { ALL_ENDPOINTS, PLAIN_ENDPOINTS } from '@touchline/api/all-endpoints';
import { type ErrorDetail, TouchlineError } from '@touchline/api/errors';
import type { ServiceDeclaration, ServiceLimits } from '@touchline/api/http/team-services';
import { API_PREFIX } from '@touchline/service-kit/http/route';
import { validationError } from '@touchline/service-kit/http/validate';
import { ROUTES } from '../routing/routes.ts';

const firstSegment = (path: string) => path.split('/')[1] ?? '';

/** First segments of the product's paths below /api: of its routing table and of its declared endpoints. */
const PRODUCT_SEGMENTS: ReadonlySet<string> = new Set([
  ...ROUTES.flatMap(({ prefix }) =>
    prefix.startsWith(`${API_PREFIX}/`) ? [firstSegment(prefix.slice(API_PREFIX.length))] : [],
  ),
  ...ALL_ENDPOINTS.map(({ endpoint }) => firstSegment(endpoint.path)),
  ...PLAIN_ENDPOINTS.map(({ path }) => firstSegment(path)),
]);

/** Reports whether `/api/NAME` belongs to the product. */
export const isProductPrefix = (name: string): boolean => PRODUCT_SEGMENTS.has(name);

/** Highest limits that a service may declare (settings TEAM_SERVICE_...). */
export type PlatformLimits = ServiceLimits;

/** Checks what the schema cannot. @throws TouchlineError ROUTE_TAKEN, or VALIDATION_FAILED naming each wrong field */
export function checkDeclaration(name: string, declaration: ServiceDeclaration, max: PlatformLimits): void {
  if (isProductPrefix(name)) {
    const message = `${API_PREFIX}/${name} belongs to the product`;
    throw new TouchlineError('ROUTE_TAKEN', `${name} was not registered: ${message}.`, {
      details: [{ path: 'name', message }],
    });
  }
  const problems = [...findHighLimits(declaration, max), ...findWrongEndpoints(name, declaration)];
  if (problems.length > 0) throw validationError(problems);
}

function findHighLimits(declaration: ServiceDeclaration, max: PlatformLimits): ErrorDetail[] {
  const fields = ['requests_per_minute', 'concurrent_requests', 'timeout_ms'] as const;
  return fields
    .filter((field) => declaration[field] > max[field])
    .map((path) => ({ path, message: `must be at most ${max[path]}, the limit of this platform` }));
}

/** Endpoints outside the prefix, and repeated ones: paths that differ only in names of parameters are the same. */
function findWrongEndpoints(name: string, { endpoints }: ServiceDeclaration): ErrorDetail[] {
  const seen = new Set<string>();
  return endpoints.flatMap(({ method, path }, index) => {
    if (firstSegment(path) !== name)
      return [{ path: `endpoints.${index}.path`, message: `must be below /${name}` }];
    const key = `${method} ${path.replaceAll(/:\w+/g, ':')}`;
    if (seen.has(key)) return [{ path: `endpoints.${index}`, message: `repeats ${method} ${path}` }];
    seen.add(key);
    return [];
  });
}
