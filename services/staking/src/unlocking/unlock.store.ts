import { query } from '@touchline/service-kit/database';
import type { Knex } from 'knex';

/** Wallets with an active stake whose lock has ended. */
export async function walletsDue(db: Knex, now: number): Promise<string[]> {
  const rows = await query<{ wallet_address: string }>(
    db,
    `select distinct wallet_address from stakes where state = 'ACTIVE' and lock_end <= ? order by 1`,
    [new Date(now)],
  );
  return rows.map(({ wallet_address }) => wallet_address);
}

export interface DueStake {
  id: string;
  transfer_id: number;
  amount: bigint;
  recorded_at: number;
  lock_end: number;
}

/** The active stakes of a wallet whose lock has ended. The caller holds the wallet. */
export async function stakesDue(trx: Knex.Transaction, wallet: string, now: number): Promise<DueStake[]> {
  const rows = await query<Omit<DueStake, 'amount'> & { amount: string }>(
    trx,
    `select id, transfer_id, amount, recorded_at, lock_end from stakes
     where wallet_address = ? and state = 'ACTIVE' and lock_end <= ? order by recorded_at, id`,
    [wallet, new Date(now)],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

export async function markUnlocked(trx: Knex.Transaction, id: string, now: number): Promise<void> {
  await trx.raw(`update stakes set state = 'UNLOCKED', unlocked_at = ? where id = ?`, [new Date(now), id]);
}
