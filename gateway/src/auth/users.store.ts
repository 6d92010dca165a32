import type { Knex } from 'knex';

export interface UserRow {
  wallet_address: string;
  /** Epoch ms. */
  created_at: number;
}

/** The user of a wallet, created at the first sign-in. */
export async function ensureUser(db: Knex, wallet: string, now: number): Promise<UserRow> {
  await db('users')
    .insert({ wallet_address: wallet, created_at: new Date(now) })
    .onConflict()
    .ignore();
  const user = await findUser(db, wallet);
  if (!user) throw new Error('user not found after insert');
  return user;
}

export async function countUsers(db: Knex): Promise<number> {
  const [row] = await db('users').count<{ count: number }[]>();
  return row?.count ?? 0;
}

export async function findUser(db: Knex, wallet: string): Promise<UserRow | undefined> {
  return db<UserRow>('users').where({ wallet_address: wallet }).first();
}
