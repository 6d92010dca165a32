import type { Knex } from 'knex';

/** A stored key; times are epoch ms. */
export interface KeyRow {
  kid: string;
  wrapped: string;
  signs_from: number;
}

/** Blocks other changes of the keys until the transaction ends; reads continue. */
export async function lockKeys(trx: Knex.Transaction): Promise<void> {
  await trx.raw('lock table signing_keys in exclusive mode');
}

/** Lists the keys, latest first. */
export async function listKeys(db: Knex): Promise<KeyRow[]> {
  return db<KeyRow>('signing_keys').select('kid', 'wrapped', 'signs_from').orderBy('signs_from', 'desc');
}

export async function insertKey(db: Knex, { kid, wrapped, signs_from }: KeyRow): Promise<void> {
  await db('signing_keys').insert({ kid, wrapped, signs_from: new Date(signs_from) });
}

/** Replaces the encrypted form of a key, after a change of the secret. */
export async function storeWrappedKey(db: Knex, kid: string, wrapped: string): Promise<void> {
  await db('signing_keys').where({ kid }).update({ wrapped });
}

/** Deletes all keys. The access tokens that they signed become invalid. */
export async function deleteKeys(db: Knex): Promise<void> {
  await db('signing_keys').delete();
}

/** Deletes the keys that had been replaced by `time` (epoch ms). */
export async function deleteKeysReplacedBy(db: Knex, time: number): Promise<void> {
  await db('signing_keys')
    .where('signs_from', '<', (newest: Knex.QueryBuilder) =>
      newest.max('signs_from').from('signing_keys').where('signs_from', '<=', new Date(time)),
    )
    .delete();
}
