import { isDeepStrictEqual } from 'node:util';
import { TouchlineError } from '@touchline/api/errors';
import type { ServiceDeclaration } from '@touchline/api/http/team-services';
import type { Knex } from 'knex';

/** A registered service. Times are epoch ms. */
export interface RegisteredService {
  name: string;
  declaration: ServiceDeclaration;
  registered_at: number;
  /** Number of the token that registered it. */
  token: number;
  revoked_at: number | null;
  revoked_by: string | null;
  revoked_because: string | null;
}

/** Lists all services by name, revoked ones included. */
export const listServices = (db: Knex): Promise<RegisteredService[]> =>
  Promise.resolve(db('team_services').select('*').orderBy('name'));

interface Registration {
  name: string;
  declaration: ServiceDeclaration;
  token: number;
}

/**
 * Stores a declaration. @returns false if it was stored before
 * @throws TouchlineError FORBIDDEN for a revoked service
 */
export const storeService = (
  db: Knex,
  { name, declaration, token }: Registration,
  at: Date,
): Promise<boolean> =>
  db.transaction(async (trx) => {
    const row: RegisteredService | undefined = await trx('team_services').where({ name }).forUpdate().first();
    if (row?.revoked_at)
      throw new TouchlineError(
        'FORBIDDEN',
        `An administrator has revoked the service ${name}: ${row.revoked_because} Nothing was registered.`,
      );
    if (row && row.token === token && isDeepStrictEqual(row.declaration, declaration)) return false;
    const values = { name, declaration: JSON.stringify(declaration), token, registered_at: at };
    await trx('team_services').insert(values).onConflict('name').merge();
    return true;
  });

/** Marks a service as revoked, or as no longer revoked. @returns false if it was so before @throws TouchlineError NOT_FOUND */
export async function storeRevocation(
  trx: Knex.Transaction,
  name: string,
  revocation: { by: string; because: string; at: Date } | null,
): Promise<boolean> {
  const row: RegisteredService | undefined = await trx('team_services').where({ name }).forUpdate().first();
  if (!row) throw new TouchlineError('NOT_FOUND', 'This service is not registered.');
  if ((row.revoked_at !== null) === (revocation !== null)) return false;
  await trx('team_services')
    .where({ name })
    .update({
      revoked_at: revocation?.at ?? null,
      revoked_by: revocation?.by ?? null,
      revoked_because: revocation?.because ?? null,
    });
  return true;
}
