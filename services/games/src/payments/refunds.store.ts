import { tokensOf } from '@touchline/rules/tokens';
import type { Knex } from 'knex';
import type { Finality, RefundReason } from './transfer.ts';

/** A payment that the admin has to look at. */
export interface OpenPayment {
  tx_hash: string;
  log_index: number;
  /** Who paid and is paid back, never an address that somebody typed. */
  sender: string;
  /** Whole FOOTBALL: what came, and what of it is owed back. */
  amount: string;
  refund: string;
  /** UNMATCHED: still being matched. OVERPAID: the entry stands, the surplus does not. */
  reason: RefundReason | 'UNMATCHED' | 'OVERPAID';
  /** What it was meant for, as far as known. */
  game_id: string | null;
  reservation_id: string | null;
  finality: Finality;
  /** Epoch ms. */
  paid_at: number;
}

/** Of a game that was cancelled after the payment everything is owed; of one that stands, the surplus. */
const OPEN = `select t.tx_hash, t.log_index, t.sender, t.amount, r.game_id, r.id as reservation_id, t.finality,
    t.block_time as paid_at,
    case when t.reservation_id is null then coalesce(t.refund_reason, 'UNMATCHED')
      when games.status = 'CANCELLED' then 'GAME_CANCELLED' else 'OVERPAID' end as reason,
    case when t.reservation_id is null or games.status = 'CANCELLED' then t.amount else t.surplus end as refund
  from chain_transfers as t
  left join reservations as r on r.id = coalesce(t.reservation_id, t.refund_for)
  left join games on games.id = r.game_id
  where t.finality <> 'orphaned' and (t.reservation_id is null or t.surplus > 0 or games.status = 'CANCELLED')`;

/** Every payment that is owed back or cannot be matched, the latest first. */
export async function openPayments(
  db: Knex,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<OpenPayment[]> {
  const { rows } = await db.raw(`${OPEN} order by t.block_time desc, t.id desc limit ? offset ?`, [
    limit,
    offset,
  ]);
  return rows.map((row: OpenPayment) => ({
    ...row,
    amount: tokensOf(BigInt(row.amount)),
    refund: tokensOf(BigInt(row.refund)),
  }));
}

/** How many payments are owed back. */
export async function countOpenPayments(db: Knex): Promise<number> {
  const { rows } = await db.raw(`select count(*)::int as n from (${OPEN}) as open`);
  return rows[0].n;
}
