import type { PayoutDue } from '@touchline/chain-ledger/payouts/payout';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import { query } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';

/**
 * Refunds due by payment: the full amount without an entry or when an administrator cancelled the game, otherwise the surplus.
 */
const REFUNDS_DUE = `select t.id as transfer_id, t.sender as recipient, t.block_number as from_block, r.game_id as about,
    case when p.reservation_id is null then p.refund_reason when games.cancelled_by is not null then 'GAME_CANCELLED'
      else 'OVERPAID' end as reason,
    case when p.reservation_id is null or games.cancelled_by is not null then t.amount else p.surplus end as amount
  from payments as p join ledger_transfers as t on t.id = p.transfer_id
  left join reservations as r on r.id = coalesce(p.reservation_id, p.refund_for)
  left join games on games.id = r.game_id`;

type UpsertPayouts = Pick<Payouts, 'upsert'>;
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

const upsertRefunds = (trx: Knex.Transaction, payouts: UpsertPayouts, rows: readonly Row[]) =>
  payouts.upsert(
    trx,
    rows.map((row) => ({ ...row, kind: 'REFUND', amount: BigInt(row.amount) })),
  );
