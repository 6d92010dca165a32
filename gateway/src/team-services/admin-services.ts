import type { Actor } from '@touchline/api/admin-values';
import type { AdminService } from '@touchline/api/http/admin-services';
import { toInstant } from '@touchline/api/values';
import { recordAdminChange } from '@touchline/service-kit/administration/admin-changes';
import { API_PREFIX } from '@touchline/service-kit/http/route';
import type { Knex } from 'knex';
import type { HealthChecks } from './health-checks.ts';
import { listServices, type RegisteredService, storeRevocation } from './team-services.store.ts';

interface Known {
  addresses: ReadonlyMap<string, string>;
  health: HealthChecks;
}

/** Lists the registered services for administrators. */
export const listAdminServices = async (db: Knex, known: Known): Promise<AdminService[]> =>
  (await listServices(db)).map((service) => toAdminService(service, known));

function toAdminService(service: RegisteredService, { addresses, health }: Known): AdminService {
  const { name, declaration, registered_at, token, revoked_at, revoked_by, revoked_because } = service;
  return {
    name,
    prefix: `${API_PREFIX}/${name}`,
    address: addresses.get(name) ?? null,
    declaration,
    registered_at: toInstant(registered_at),
    token,
    health: health.get(name),
    revoked:
      revoked_at === null
        ? null
        : { at: toInstant(revoked_at), admin: revoked_by ?? '', reason: revoked_because ?? '' },
  };
}

/** Revokes or restores a service, with its audit record in the same transaction. @throws TouchlineError NOT_FOUND */
export async function revokeByAdmin(
  db: Knex,
  { name, revoked, by, now }: { name: string; revoked: boolean; by: Actor; now: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    const revocation = revoked ? { by: by.admin, because: by.reason, at: new Date(now) } : null;
    if (!(await storeRevocation(trx, name, revocation))) return;
    const action = revoked ? 'SERVICE_REVOKED' : 'SERVICE_RESTORED';
    const change = { owner: 'gateway', action, subject: name, wallet: null } as const;
    const values = { before: { revoked: !revoked }, after: { revoked } };
    await recordAdminChange(trx, by, { ...change, ...values }, now);
  });
}
