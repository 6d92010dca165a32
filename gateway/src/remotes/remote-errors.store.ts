import type { Knex } from 'knex';

export interface RemoteError {
  name: string;
  version: string;
  message: string;
  count: number;
  /** Time of the last occurrence, epoch ms. */
  at: number;
}

/** Adds errors, or their counts to stored ones. */
export async function addRemoteErrors(db: Knex, errors: readonly RemoteError[]): Promise<void> {
  if (errors.length === 0) return;
  await db('remote_errors')
    .insert(errors.map((error) => ({ ...error, at: new Date(error.at) })))
    .onConflict(['name', 'version', 'message'])
    .merge({ at: db.raw('excluded.at'), count: db.raw('remote_errors.count + excluded.count') });
}

/** Maximum number of errors listed per remote. */
const MAX_LISTED_ERRORS = 20;

/** Lists the latest errors of every remote, latest first. */
export async function listRemoteErrors(db: Knex): Promise<RemoteError[]> {
  const latest = db('remote_errors')
    .select('*', db.raw('row_number() over (partition by name order by at desc) as place'))
    .as('latest');
  return db(latest)
    .where('place', '<=', MAX_LISTED_ERRORS)
    .orderBy('at', 'desc')
    .select('name', 'version', 'message', 'count', 'at');
}

/** Deletes errors whose last occurrence was before `before` (epoch ms). */
export async function deleteRemoteErrors(db: Knex, before: number): Promise<void> {
  await db('remote_errors').where('at', '<', new Date(before)).delete();
}
