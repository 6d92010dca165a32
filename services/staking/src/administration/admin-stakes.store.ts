import { TouchlineError } from '@touchline/api/errors';
import type { AdminStakeDetails } from '@touchline/api/http/admin-stakes';
import { toInstant } from '@touchline/api/values';
import { weiToTokens } from '@touchline/rules/tokens';
import { query, queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import { type StoredStake, toWireStake } from '../stakes/stake.ts';

/** A stake with all fields that admins see. */
export interface EditableStake extends StoredStake {
  /** False while an admin has set the stake inactive. */
  counts: boolean;
  /** Number of admin edits. */
  edits: number;
  season: string;
  tx_hash: string;
  /** Wei. */
  transferred: bigint;
  /** Epoch ms. */
  unlocked_at: number | null;
}

type Row = Omit<EditableStake, 'amount' | 'transferred'> & { amount: string; transferred: string };

/**
 * @param hold locks the stake until the transaction ends
 * @throws TouchlineError NOT_FOUND
 */
export async function readStake(db: Knex, id: string, { hold }: { hold: boolean }): Promise<EditableStake> {
  const row = await queryOne<Row>(
    db,
    `select stakes.id, wallet_address, stakes.amount, recorded_at, lock_end, stakes.state, counts, edits, season,
       tx_hash, ledger_transfers.amount as transferred, unlocked_at
     from stakes join ledger_transfers on ledger_transfers.id = transfer_id
     where stakes.id = ? ${hold ? 'for update of stakes' : ''}`,
    [id],
  );
  if (!row) throw new TouchlineError('NOT_FOUND', 'This staking record does not exist.');
  return { ...row, amount: BigInt(row.amount), transferred: BigInt(row.transferred) };
}

/** Stores the fields that an admin may change. */
export async function storeEdit(trx: Knex.Transaction, stake: EditableStake): Promise<void> {
  const { id, counts } = stake;
  await trx.raw(
    `update stakes set amount = :amount, recorded_at = :recorded_at, lock_end = :lock_end, counts = :counts,
       edits = edits + 1 where id = :id`,
    {
      id,
      counts,
      amount: stake.amount.toString(),
      recorded_at: new Date(stake.recorded_at),
      lock_end: new Date(stake.lock_end),
    },
  );
}

/** The version changes with edits, unlocking and reorganisations, but not when the feed moves the end of a lock. */
export const buildVersion = ({ edits, state }: Pick<EditableStake, 'edits' | 'state'>) => `${edits}.${state}`;

/** Returns true unless an admin has set the stake inactive, or it is suspended or unlocked. */
export const isActive = ({ state, counts }: Pick<EditableStake, 'state' | 'counts'>) =>
  state === 'ACTIVE' && counts;

export const toDetails = (stake: EditableStake): AdminStakeDetails => ({
  ...toWireStake(stake),
  wallet_address: stake.wallet_address,
  is_active: isActive(stake),
  version: buildVersion(stake),
  state: stake.state,
  season_id: stake.season,
  transaction_hash: stake.tx_hash,
  transferred: weiToTokens(stake.transferred),
  unlocked_at: stake.unlocked_at === null ? null : toInstant(stake.unlocked_at),
});

export interface StakesPerInterval {
  at: number;
  stakes: number;
  staked: string;
}

/** Staked amounts per hour or day (UTC). Empty intervals and suspended stakes are omitted. */
export async function countStakesPerInterval(
  db: Knex,
  per: 'hour' | 'day',
  from: string,
): Promise<StakesPerInterval[]> {
  return query<StakesPerInterval>(
    db,
    `select date_trunc(:per, recorded_at, 'UTC') as at, count(*) as stakes, sum(ledger_transfers.amount) as staked
     from stakes join ledger_transfers on ledger_transfers.id = transfer_id
     where recorded_at >= :from and stakes.state <> 'SUSPENDED' group by 1 order by 1`,
    { per, from: new Date(from) },
  );
}
