import type { Knex } from 'knex';

export interface UserRow {
  wallet_address: string;
  /** Epoch ms. */
  created_at: number;
  nickname: string | null;
}

/** Returns the user of a wallet; creates it at the first sign-in. */
export async function ensureUser(db: Knex, wallet: string, now: number): Promise<UserRow> {
  const [created] = await db('users')
    .insert({ wallet_address: wallet, created_at: new Date(now) })
    .onConflict()
    .ignore()
    .returning<UserRow[]>(['wallet_address', 'created_at', 'nickname']);
  if (created) return created;
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

/** Stores the nickname of a user with its unique key. @returns false when another user has the key */
export async function storeNickname(
  db: Knex,
  wallet: string,
  name: { nickname: string; nickname_key: string } | null,
): Promise<boolean> {
  const columns = name ?? { nickname: null, nickname_key: null };
  const ignoreTaken = (error: { code?: string }) => {
    if (error.code !== UNIQUE_VIOLATION) throw error;
    return null;
  };
  const changed = await db('users').where({ wallet_address: wallet }).update(columns).catch(ignoreTaken);
  return changed !== null;
}

const UNIQUE_VIOLATION = '23505';

/** Finds nicknames by wallet. Wallets without one are missing. */
export async function findNicknames(db: Knex, wallets: readonly string[]): Promise<Record<string, string>> {
  const rows: { wallet_address: string; nickname: string }[] = await db('users')
    .select('wallet_address', 'nickname')
    .whereIn('wallet_address', wallets)
    .whereNotNull('nickname');
  return Object.fromEntries(rows.map((row) => [row.wallet_address, row.nickname]));
}
