import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import type { StoredTransfer } from '@touchline/chain-ledger/stored-transfer';
import { tokensToWei } from '@touchline/rules/tokens';
import { query, queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import { CLOCK_TOLERANCE_MS } from './choose-payment.ts';
import type { Payment, RefundReason } from './payment.ts';
import { upsertPaymentRefund } from './refunds-due.ts';

type Decision = Pick<Payment, 'reservation_id' | 'refund_reason'>;
const UNDECIDED: Decision = { reservation_id: null, refund_reason: null };

/** Reads the decision about each transfer. Until `trx` ends, no refund of these transfers can start. */
export async function findPayments(
  trx: Knex.Transaction,
  payouts: Pick<Payouts, 'lockAndFindStarted'>,
  transfers: readonly StoredTransfer[],
): Promise<Payment[]> {
  const ids = transfers.map(({ id }) => id);
  const refunded = await payouts.lockAndFindStarted(trx, ids);
  const rows = await query<Decision & { transfer_id: number }>(
    trx,
    'select transfer_id, reservation_id, refund_reason from payments where transfer_id = any(?::bigint[])',
    [ids],
  );
  const decisions = new Map(rows.map(({ transfer_id, ...decision }) => [transfer_id, decision]));
  return transfers.map((transfer) => ({
    ...transfer,
    ...(decisions.get(transfer.id) ?? UNDECIDED),
    refunded: refunded.has(transfer.id),
  }));
}

/** Finds the latest entry of the sender with exactly this fee that was reserved before the transfer. @returns its reservation */
export async function findPaidReservation(
  trx: Knex.Transaction,
  { sender, amount, block_time }: StoredTransfer,
): Promise<string | null> {
  const [row] = await query<{ id: string }>(
    trx,
    `select id from reservations where wallet_address = ? and state = 'JOINED' and fee = ? and created_at <= ?
     order by created_at desc limit 1`,
    [sender, amount.toString(), new Date(block_time + CLOCK_TOLERANCE_MS)],
  );
  return row?.id ?? null;
}

/** Records that the transfer pays for the reservation, with a refund of the surplus. */
export async function recordReservationPayment(
  trx: Knex.Transaction,
  payouts: Pick<Payouts, 'upsert'>,
  transferId: number,
  { id, surplus }: { id: string; surplus: bigint },
): Promise<void> {
  await trx.raw(
    `insert into payments (transfer_id, reservation_id, surplus) values (:transferId, :id, :surplus)
     on conflict (transfer_id) do update set reservation_id = excluded.reservation_id, surplus = excluded.surplus,
       refund_reason = null, refund_for = null`,
    { transferId, id, surplus: surplus.toString() },
  );
  await upsertPaymentRefund(trx, payouts, transferId);
}

/** Records a refund of the transfer, unless it pays for a reservation. The caller must have locked the transfer. */
export async function recordRefund(
  trx: Knex.Transaction,
  payouts: Pick<Payouts, 'upsert'>,
  transferId: number,
  { reason, meant_for }: { reason: RefundReason; meant_for: string | null },
): Promise<void> {
  await trx.raw(
    `insert into payments (transfer_id, refund_reason, refund_for) values (:transferId, :reason, :meant_for)
     on conflict (transfer_id) do update set refund_reason = excluded.refund_reason, refund_for = excluded.refund_for
     where payments.reservation_id is null`,
    { transferId, reason, meant_for },
  );
  await upsertPaymentRefund(trx, payouts, transferId);
}

/** Payments for a game are listed regardless of their size until this long after its end. */
const LATE_MS = 7 * 86_400_000;

/**
 * Finds the amount in wei below which a transfer to the treasury is dust: `smallest`, or the lowest entry fee if that is less.
 * @param now epoch ms
 */
export async function findSmallestPayment(db: Knex, smallest: bigint, now: number): Promise<bigint> {
  const row = await queryOne<{ fee: string | null }>(
    db,
    'select min(entry_fee)::text as fee from games where entry_fee > 0 and end_time > ?',
    [new Date(now - LATE_MS)],
  );
  const fee = row?.fee ? tokensToWei(row.fee) : smallest;
  return fee < smallest ? fee : smallest;
}
