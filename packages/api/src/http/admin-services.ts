import { z } from 'zod/mini';
import { reason } from '../admin-values.ts';
import { endpoint } from '../endpoint.ts';
import { instant } from '../values.ts';
import { serviceDeclaration, serviceName } from './team-services.ts';

/** A registered team service. */
export const adminService = z.object({
  name: z.string(),
  prefix: z.string(),
  /** Where the gateway forwards to; null if the operator has configured no address, so that nothing is forwarded. */
  address: z.nullable(z.string()),
  declaration: serviceDeclaration,
  /** The last change of the declaration. */
  registered_at: instant,
  /** Number of the token that it was registered with. */
  token: z.int(),
  /** As the replica that replied last saw it. `unknown` before the first check. */
  health: z.object({
    state: z.enum(['ready', 'not ready', 'no response', 'unknown']),
    checked_at: z.nullable(instant),
  }),
  /** Set while administrators have revoked it: its prefix is 404 and it cannot register. */
  revoked: z.nullable(z.object({ at: instant, admin: z.string(), reason: z.string() })),
});
export type AdminService = z.infer<typeof adminService>;

export const adminServices = endpoint({
  method: 'GET',
  path: '/admin/services',
  auth: 'admin',
  owner: 'gateway',
  summary: 'The registered team services, with declaration and health',
  data: z.object({ services: z.array(adminService) }),
});

export const revokeService = endpoint({
  method: 'PUT',
  path: '/admin/services/:name/revoked',
  auth: 'admin',
  owner: 'gateway',
  summary: 'Revoke a team service, or restore it. Every gateway enforces it within two seconds',
  params: z.strictObject({ name: serviceName }),
  body: z.strictObject({ revoked: z.boolean(), reason }),
  data: z.object({ service: adminService }),
});
