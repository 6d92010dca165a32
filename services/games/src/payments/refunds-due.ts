import type { PayoutDue } from '@touchline/chain-ledger/payouts/payout';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import { query } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';

/**
 * Refunds due by payment: the full amount without an entry, when an administrator cancelled the game, or when the prizes were settled
 * while the entry was suspended; otherwise the surplus.
 */
const REFUNDS_DUE = `select t.id as transfer_id, t.sender as recipient, t.block_number as from_block, r.game_id as about,
    due.reason, case due.reason when 'OVERPAID' then p.surplus else t.amount end as amount
  from payments as p join ledger_transfers as t on t.id = p.transfer_id
  left join reservations as r on r.id = coalesce(p.reservation_id, p.refund_for)
  left join games on games.id = r.game_id left join entries as e on e.id = r.entry_id
  cross join lateral (select case when p.reservation_id is null then p.refund_reason
    when games.cancelled_by is not null then 'GAME_CANCELLED'
    when e.suspended_at is not null and games.prize_state <> 'REVIEW' then 'JOIN_CLOSED'
    else 'OVERPAID' end as reason) as due`;

export type UpsertPayouts = Pick<Payouts, 'upsert'>;
type Row = Omit<PayoutDue, 'kind' | 'amount'> & { amount: string };

/** Updates the refund of a payment. Must run in the transaction that decides what the payment is for. */
export async function upsertPaymentRefund(
  trx: Knex.Transaction,
  payouts: UpsertPayouts,
  transferId: number,
): Promise<void> {
  await upsertRefunds(trx, payouts, await query<Row>(trx, `${REFUNDS_DUE} where t.id = ?`, [transferId]));
}

/** Updates the refunds of all entries of a game. The caller must have locked the game's row. */
export async function upsertGameRefunds(
  trx: Knex.Transaction,
  payouts: UpsertPayouts,
  gameId: string,
): Promise<void> {
  const where = 'where r.game_id = ? and p.reservation_id is not null';
  await upsertRefunds(trx, payouts, await query<Row>(trx, `${REFUNDS_DUE} ${where}`, [gameId]));
}

/** Updates the refunds of the suspended entries of a game whose prizes are settled. The caller must have locked the game's row. */
export async function upsertSuspendedRefunds(
  trx: Knex.Transaction,
  payouts: UpsertPayouts,
  gameId: string,
): Promise<void> {
  const where = `where p.reservation_id in (select paid.id from entries join reservations as paid on paid.entry_id = entries.id
    where entries.game_id = ? and entries.suspended_at is not null)`;
  await upsertRefunds(trx, payouts, await query<Row>(trx, `${REFUNDS_DUE} ${where}`, [gameId]));
}

const upsertRefunds = (trx: Knex.Transaction, payouts: UpsertPayouts, rows: readonly Row[]) =>
  payouts.upsert(
    trx,
    rows.map((row) => ({ ...row, kind: 'REFUND', amount: BigInt(row.amount) })),
  );
