import { query } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';

/** Wallets with an active stake whose lock has ended. */
export async function findWalletsToUnlock(db: Knex, now: number): Promise<string[]> {
  const rows = await query<{ wallet_address: string }>(
    db,
    `select distinct wallet_address from stakes where state = 'ACTIVE' and lock_end <= ? order by 1`,
    [new Date(now)],
  );
  return rows.map(({ wallet_address }) => wallet_address);
}

export interface UnlockableStake {
  id: string;
  transfer_id: number;
  /** The amount in wei that counted for the coefficient so far. An admin may have edited it. */
  counted: bigint;
  /** The transferred amount in wei. Edits of the amount change neither this nor the interest. */
  principal: bigint;
  /** The block of the transfer. */
  from_block: number;
  recorded_at: number;
  lock_end: number;
}

/** The active stakes of a wallet whose lock has ended. The caller has locked the wallet. */
export async function findStakesToUnlock(
  trx: Knex.Transaction,
  wallet: string,
  now: number,
): Promise<UnlockableStake[]> {
  const rows = await query<
    Omit<UnlockableStake, 'counted' | 'principal'> & { counted: string; principal: string }
  >(
    trx,
    `select stakes.id, transfer_id, case when counts then stakes.amount else 0 end as counted,
       ledger_transfers.amount as principal, block_number as from_block, recorded_at, lock_end
     from stakes join ledger_transfers on ledger_transfers.id = transfer_id
     where wallet_address = ? and stakes.state = 'ACTIVE' and lock_end <= ? order by recorded_at, stakes.id`,
    [wallet, new Date(now)],
  );
  return rows.map((row) => ({ ...row, counted: BigInt(row.counted), principal: BigInt(row.principal) }));
}

export async function markUnlocked(trx: Knex.Transaction, id: string, now: number): Promise<void> {
  await trx.raw(`update stakes set state = 'UNLOCKED', unlocked_at = ? where id = ?`, [new Date(now), id]);
}
