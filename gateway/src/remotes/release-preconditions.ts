import { changeRejected } from '@touchline/service-kit/administration/admin-changes';
import type { Knex } from 'knex';
import { isEarlier, type Offer } from './remotes.store.ts';

/** @throws TouchlineError CHANGE_REFUSED for an unknown or deleted version */
export async function assertVersionExists(
  trx: Knex.Transaction,
  name: string,
  version: string,
): Promise<void> {
  const row = await trx('remote_versions').where({ name, version }).first('deleted_at');
  if (!row) throw changeRejected(`${name} has no version ${version}.`);
  if (row.deleted_at !== null) throw changeRejected(`The files of ${name} ${version} have been deleted.`);
}

/** A rollback returns to an earlier version that visitors had; any other one is promoted. */
export async function assertRollbackTarget(
  trx: Knex.Transaction,
  name: string,
  offer: Offer,
  to: string,
): Promise<void> {
  await assertVersionExists(trx, name, to);
  if (await wasRolledBack(trx, name, to)) throw changeRejected(`${to} was rolled back. Promote it instead.`);
  if (to === offer.current && offer.share === null)
    throw changeRejected(`${to} is already the current version.`);
  if (offer.current !== null && (await isEarlier(trx, name, offer.current, to)))
    throw changeRejected(`${to} is later than the current version. Promote it instead.`);
  const wasCurrent = await trx('remote_currents').where({ name, version: to }).first('version');
  if (!wasCurrent) throw changeRejected(`${to} was never current. Promote it instead.`);
}

/** A version that visitors get is rolled back instead; a rolled back one keeps its reason. */
export async function assertWithdrawable(
  trx: Knex.Transaction,
  name: string,
  offer: Offer,
  version: string,
): Promise<void> {
  await assertVersionExists(trx, name, version);
  if (version === offer.current || version === offer.share)
    throw changeRejected(`Visitors get ${version}. Roll back without naming it.`);
  if (await wasRolledBack(trx, name, version)) throw changeRejected(`${version} was rolled back before.`);
}

/** True for a version that was rolled back or withdrawn, and not promoted since. */
async function wasRolledBack(trx: Knex.Transaction, name: string, version: string): Promise<boolean> {
  const row = await trx('remote_versions').where({ name, version }).first('rolled_back_at');
  return row?.rolled_back_at != null;
}
