import type { StoredTransfer } from '@touchline/chain-ledger/stored-transfer';
import { query } from '@touchline/service-kit/database';
import type { Knex } from 'knex';
import type { Payment, RefundReason } from './payment.ts';

type Decision = Pick<Payment, 'reservation_id' | 'refund_reason' | 'refunded'>;
const UNDECIDED: Decision = { reservation_id: null, refund_reason: null, refunded: false };

/** The transfers with what was decided about each. */
export async function paymentsOf(db: Knex, transfers: readonly StoredTransfer[]): Promise<Payment[]> {
  const rows = await query<Decision & { transfer_id: number }>(
    db,
    `select transfer_id, reservation_id, refund_reason,
       exists (select from refunds where refunds.transfer_id = payments.transfer_id) as refunded
     from payments where transfer_id = any(?::bigint[])`,
    [transfers.map(({ id }) => id)],
  );
  const decisions = new Map(rows.map(({ transfer_id, ...decision }) => [transfer_id, decision]));
  return transfers.map((transfer) => ({ ...transfer, ...(decisions.get(transfer.id) ?? UNDECIDED) }));
}

/** The transfer pays for the reservation. */
export async function payReservation(
  trx: Knex.Transaction,
  transferId: number,
  reservationId: string,
  surplus: bigint,
): Promise<void> {
  await trx.raw(
    `insert into payments (transfer_id, reservation_id, surplus) values (:transferId, :reservationId, :surplus)
     on conflict (transfer_id) do update set reservation_id = excluded.reservation_id, surplus = excluded.surplus,
       refund_reason = null, refund_for = null`,
    { transferId, reservationId, surplus: surplus.toString() },
  );
}

/** The transfer is owed back to its sender, unless it pays for a reservation. */
export async function owePayment(
  trx: Knex.Transaction,
  transferId: number,
  reason: RefundReason,
  meantFor: string | null,
): Promise<void> {
  await trx.raw(
    `insert into payments (transfer_id, refund_reason, refund_for) values (:transferId, :reason, :meantFor)
     on conflict (transfer_id) do update set refund_reason = excluded.refund_reason, refund_for = excluded.refund_for
     where payments.reservation_id is null`,
    { transferId, reason, meantFor },
  );
}
