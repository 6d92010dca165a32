import type { RemoteHistory } from '@touchline/api/http/admin-overview';
import { toInstant } from '@touchline/api/values';
import type { Knex } from 'knex';

/** Change of a remote by an administrator or a team. Times are dates here and ISO strings in the API. */
export interface RemoteChange extends Omit<RemoteHistory, 'at'> {
  name: string;
  at: Date;
}

/** Maximum number of changes shown per remote. */
const MAX_SHOWN_CHANGES = 50;

/** Adds a change to the history of a remote, in its transaction. */
export async function addHistory(trx: Knex, change: RemoteChange): Promise<void> {
  await trx('remote_history').insert(change);
}

/** Lists the latest changes of every remote, latest first. */
export async function listHistory(db: Knex): Promise<(RemoteHistory & { name: string })[]> {
  const latest = db('remote_history')
    .select('*', db.raw('row_number() over (partition by name order by position desc) as place'))
    .as('latest');
  const rows = await db(latest).where('place', '<=', MAX_SHOWN_CHANGES).orderBy('position', 'desc');
  return rows.map(({ name, at, action, version, detail, by }) => ({
    name,
    action,
    version,
    detail,
    by,
    at: toInstant(at),
  }));
}
