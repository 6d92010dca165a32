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

/** Lists all errors, latest first. */
export async function listRemoteErrors(db: Knex): Promise<RemoteError[]> {
  return db('remote_errors').orderBy('at', 'desc').select('name', 'version', 'message', 'count', 'at');
}
