import type { TransferState } from '@touchline/chain-ledger/stored-transfer';
import { tokensOf } from '@touchline/rules/tokens';
import { query, queryOne } from '@touchline/service-kit/database';
import type { Knex } from 'knex';
import type { RefundReason } from './payment.ts';

/** A payment that an admin has to look at. */
export interface OpenPayment {
  tx_hash: string;
  log_index: number;
  /** The wallet that paid and is paid back, never an address that somebody typed. */
  sender: string;
  /** Whole FOOTBALL: what arrived, and how much of it is owed back. */
  amount: string;
  refund: string;
  /** UNMATCHED: still being matched. OVERPAID: the entry stands, the surplus is owed. */
  reason: RefundReason | 'UNMATCHED' | 'OVERPAID';
  /** What it was meant for, as far as known. */
  game_id: string | null;
  reservation_id: string | null;
  state: TransferState;
  /** Epoch ms. */
  paid_at: number;
}

/** All of a payment is owed if its game was cancelled afterwards, the surplus if its game stands. */
const OPEN = `select t.tx_hash, t.log_index, t.sender, t.amount, r.game_id, r.id as reservation_id, t.state,
    t.block_time as paid_at,
    case when p.reservation_id is null then coalesce(p.refund_reason, 'UNMATCHED')
      when games.status = 'CANCELLED' then 'GAME_CANCELLED' else 'OVERPAID' end as reason,
    case when p.reservation_id is null or games.status = 'CANCELLED' then t.amount else p.surplus end as refund
  from ledger_transfers as t
  left join payments as p on p.transfer_id = t.id
  left join reservations as r on r.id = coalesce(p.reservation_id, p.refund_for)
  left join games on games.id = r.game_id
  where t.state <> 'ORPHANED' and (p.reservation_id is null or p.surplus > 0 or games.status = 'CANCELLED')`;

/** Every payment that is owed back or cannot be matched, the latest first. */
export async function openPayments(
  db: Knex,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<OpenPayment[]> {
  const rows = await query<OpenPayment>(
    db,
    `${OPEN} order by t.block_time desc, t.id desc limit ? offset ?`,
    [limit, offset],
  );
  return rows.map((row) => ({
    ...row,
    amount: tokensOf(BigInt(row.amount)),
    refund: tokensOf(BigInt(row.refund)),
  }));
}

export async function countOpenPayments(db: Knex): Promise<number> {
  return (await queryOne<{ n: number }>(db, `select count(*) as n from (${OPEN}) as open`))!.n;
}
