import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/**
 * Names that no team service may have: they belong to processes, roles and users of the product. The first segments of the
 * product's API paths are reserved as well (gateway/src/team-services/check-declaration.ts).
 */
const RESERVED_NAMES = new Set([
  'admin',
  'all',
  'fpl',
  'fpl-relay',
  'games',
  'gateway',
  'metrics',
  'nats',
  'operator',
  'postgres',
  'prepare-bus',
  'prepare-database',
  'public',
  'staking',
  'team',
  'touchline',
]);

/** Name of a team service: its folder, host, schema, NATS user and path prefix `/api/NAME`. */
export const serviceName = z.string().check(
  z.regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single dashes'),
  z.maxLength(30, 'must have at most 30 characters'),
  z.refine((name) => !/^(mf|pg)-/.test(name), 'must not start with mf- or pg-'),
  z.refine((name) => !RESERVED_NAMES.has(name), 'is a name of the product'),
);

/** Path of an endpoint below /api: literal segments and parameters, the first one literal. */
const endpointPath = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(/^\/[a-z0-9-]+(\/([A-Za-z0-9._~-]+|:[A-Za-z]\w*))*$/, 'must be like /rivals/:id'),
  );

/** An endpoint as the gateway knows it: anything else below the prefix is 404 or 405 there. */
export const declaredEndpoint = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: endpointPath,
  /** `none`: the gateway does not forward the user's token. */
  auth: z.enum(['none', 'optional', 'player', 'admin']),
});
export type DeclaredEndpoint = z.infer<typeof declaredEndpoint>;

/** Limits that a service asks for. The platform has a maximum for each (settings TEAM_SERVICE_...). */
export const serviceLimits = z.strictObject({
  /** Requests per minute and address, for all of its endpoints together. */
  requests_per_minute: z.int().check(z.gte(1)),
  /** Requests that a gateway forwards at the same time; further ones are 503. */
  concurrent_requests: z.int().check(z.gte(1)),
  /** Time limit of the first byte of a response and of pauses within it. */
  timeout_ms: z.int().check(z.gte(100)),
});
export type ServiceLimits = z.infer<typeof serviceLimits>;

const MAX_ENDPOINTS = 200;

/** Declaration of a service. It has no address: the operator decides where the gateway connects to (TEAM_SERVICES). */
export const serviceDeclaration = z.extend(serviceLimits, {
  endpoints: z.array(declaredEndpoint).check(z.minLength(1), z.maxLength(MAX_ENDPOINTS)),
});
export type ServiceDeclaration = z.infer<typeof serviceDeclaration>;

export const registerService = endpoint({
  method: 'PUT',
  path: '/services/:name',
  auth: 'release',
  summary:
    'Register a team service, or change its declaration. Requires the token of the service; the gateway then forwards `/api/NAME`',
  params: z.strictObject({ name: serviceName }),
  body: serviceDeclaration,
  data: z.object({
    prefix: z.string(),
    /** False if the same declaration was registered before. */
    changed: z.boolean(),
  }),
  errorCodes: ['ROUTE_TAKEN', 'CHANGE_REFUSED'],
});
