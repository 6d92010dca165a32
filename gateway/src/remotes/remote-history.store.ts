import type { RemoteHistory } from '@touchline/api/http/admin-overview';
import type { Knex } from 'knex';

/** What an administrator or a team did with a remote; times are dates here and ISO on the wire. */
export interface RemoteChange extends Omit<RemoteHistory, 'at'> {
  name: string;
  at: Date;
}

/** Of each remote. */
const MAX_SHOWN_CHANGES = 50;

/** Adds to the history of a remote, in the transaction of its change. */
export async function addHistory(trx: Knex, change: RemoteChange): Promise<void> {
  await trx('remote_history').insert(change);
}

/** The latest changes of every remote, the latest first. */
export async function listHistory(db: Knex): Promise<(RemoteHistory & { name: string })[]> {
  const latest = db('remote_history')
    .select('*', db.raw('row_number() over (partition by name order by position desc) as place'))
    .as('latest');
  const rows = await db(latest).where('place', '<=', MAX_SHOWN_CHANGES).orderBy('position', 'desc');
  return rows.map(({ name, at, action, version, detail, by }) => ({
    ...{ name, action, version, detail, by },
    at: new Date(at).toISOString(),
  }));
}
