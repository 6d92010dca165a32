import type { Knex } from 'knex';

/** A wallet whose browsers get the next version of a remote. */
export interface Tester {
  name: string;
  /** In lower case. */
  wallet: string;
}

/** Lists the testers of all remotes, or of one. */
export async function listTesters(db: Knex, name?: string): Promise<Tester[]> {
  return db('remote_testers')
    .where(name === undefined ? {} : { name })
    .orderBy(['name', 'wallet'])
    .select('name', 'wallet');
}

/** Wallets to add and to remove. */
export interface TesterChange {
  add: readonly string[];
  remove: readonly string[];
}

/** Adds and removes testers of a remote. */
export async function changeTesters(
  trx: Knex.Transaction,
  name: string,
  { add, remove }: TesterChange,
): Promise<void> {
  await trx('remote_testers').where({ name }).whereIn('wallet', remove).delete();
  if (add.length > 0)
    await trx('remote_testers')
      .insert(add.map((wallet) => ({ name, wallet })))
      .onConflict(['name', 'wallet'])
      .ignore();
}
