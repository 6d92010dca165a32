import type { owedReason } from '@touchline/api/http/staking';
import { query, queryOne } from '@touchline/service-kit/database';
import type { Knex } from 'knex';
import type { z } from 'zod';

export type OwedReason = z.infer<typeof owedReason>;

/** What has not been paid for one transfer; wei. */
export interface StoredOwed {
  stake_id: string | null;
  tx_hash: string;
  reason: OwedReason;
  principal: bigint;
  interest: bigint;
  since: number;
}

type Row = Omit<StoredOwed, 'principal' | 'interest'> & { principal: string; interest: string };

/** What is owed to a wallet and was not sent, the latest first; nothing for orphaned transfers. */
export async function owedTo(db: Knex, wallet: string): Promise<StoredOwed[]> {
  const rows = await query<Row>(
    db,
    `select payouts.about as stake_id, t.tx_hash, payouts.reason, min(due_at) as since,
       coalesce(sum(payouts.amount) filter (where kind <> 'INTEREST'), 0) as principal,
       coalesce(sum(payouts.amount) filter (where kind = 'INTEREST'), 0) as interest
     from payouts join ledger_transfers as t on t.id = transfer_id
     where payouts.recipient = ? and payouts.state in ('DUE', 'SENDING') and t.state <> 'ORPHANED'
     group by t.id, payouts.about, payouts.reason order by since desc, t.id desc`,
    [wallet],
  );
  return rows.map((row) => ({
    ...row,
    principal: BigInt(row.principal),
    interest: BigInt(row.interest),
  }));
}

/** A payout that was sent to a wallet; wei. */
export interface StoredPaid {
  kind: 'REFUND' | 'STAKE_RETURN' | 'INTEREST';
  amount: bigint;
  state: 'SENT' | 'CONFIRMED';
  tx_hash: string;
  sent_at: number | null;
}

const PAID_LISTED = 20;

/** What was sent to a wallet, the latest first. */
export async function paidTo(db: Knex, wallet: string): Promise<StoredPaid[]> {
  const rows = await query<Omit<StoredPaid, 'amount'> & { amount: string }>(
    db,
    `select kind, amount, state, tx_hash, coalesce(sent_at, confirmed_at) as sent_at from payouts
     where recipient = ? and state in ('SENT', 'CONFIRMED')
     order by coalesce(sent_at, confirmed_at) desc, id limit ?`,
    [wallet, PAID_LISTED],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** Why a transfer of a wallet was not accepted; null when it was, or is not known. */
export async function refusalOfTransfer(db: Knex, transferId: number): Promise<OwedReason | null> {
  const refund = await queryOne<{ reason: OwedReason }>(
    db,
    `select reason from payouts where transfer_id = ? and kind = 'REFUND' limit 1`,
    [transferId],
  );
  return refund?.reason ?? null;
}
