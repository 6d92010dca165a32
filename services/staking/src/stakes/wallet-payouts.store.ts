import type { owedReason } from '@touchline/api/http/staking';
import { query, queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { z } from 'zod';

export type PendingReason = z.infer<typeof owedReason>;

/** Unpaid amounts for one incoming transfer, in wei. */
export interface PendingPayout {
  stake_id: string | null;
  tx_hash: string;
  reason: PendingReason;
  principal: bigint;
  interest: bigint;
  since: number;
}

type Row = Omit<PendingPayout, 'principal' | 'interest'> & { principal: string; interest: string };

/** Payouts to a wallet that were not sent, latest first. Orphaned transfers are excluded. */
export async function findPendingPayouts(db: Knex, wallet: string): Promise<PendingPayout[]> {
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

/** A payout that was sent to a wallet, in wei. */
export interface SentPayout {
  kind: 'REFUND' | 'STAKE_RETURN' | 'INTEREST';
  amount: bigint;
  state: 'SENT' | 'CONFIRMED';
  tx_hash: string;
  sent_at: number | null;
}

const MAX_SENT_LISTED = 20;

/** Payouts that were sent to a wallet, latest first. */
export async function findSentPayouts(db: Knex, wallet: string): Promise<SentPayout[]> {
  const rows = await query<Omit<SentPayout, 'amount'> & { amount: string }>(
    db,
    `select kind, amount, state, tx_hash, coalesce(sent_at, confirmed_at) as sent_at from payouts
     where recipient = ? and state in ('SENT', 'CONFIRMED')
     order by coalesce(sent_at, confirmed_at) desc, id limit ?`,
    [wallet, MAX_SENT_LISTED],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** The reason why a transfer is refunded; null when it is not. */
export async function findRefundReason(db: Knex, transferId: number): Promise<PendingReason | null> {
  const refund = await queryOne<{ reason: PendingReason }>(
    db,
    `select reason from payouts where transfer_id = ? and kind = 'REFUND' limit 1`,
    [transferId],
  );
  return refund?.reason ?? null;
}
