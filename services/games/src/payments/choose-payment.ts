import type { Reservation } from '../reservations/reservation.ts';
import type { Payment, RefundReason } from './payment.ts';

/** Allows for clock differences between chain and server, and for block times in whole seconds. */
export const CLOCK_TOLERANCE_MS = 60_000;

export type Choice =
  | { state: 'PAID' | 'UNDERPAID'; payment: Payment }
  | { state: 'TX_ALREADY_USED' | 'TX_NOT_PAYMENT' };

/**
 * Chooses the transfer of one transaction that pays for a reservation. Candidates are unused transfers from its wallet (the
 * log's sender) that are not older than it. The smallest sufficient one wins, so that one transaction can pay for two games
 * (game rules 5).
 */
export function choosePayment(
  payments: readonly Payment[],
  { wallet_address, fee, not_before }: Pick<Reservation, 'wallet_address' | 'fee' | 'not_before'>,
): Choice {
  const own = payments.filter(
    ({ sender, state, block_time }) =>
      sender === wallet_address && state !== 'ORPHANED' && block_time >= not_before - CLOCK_TOLERANCE_MS,
  );
  if (own.length === 0) return { state: 'TX_NOT_PAYMENT' };
  const unused = own.filter(isUnused).sort(bySize);
  const enough = unused.find(({ amount }) => amount >= fee);
  if (enough) return { state: 'PAID', payment: enough };
  const largest = unused.at(-1);
  return largest ? { state: 'UNDERPAID', payment: largest } : { state: 'TX_ALREADY_USED' };
}

/** True when the transfer pays for no entry, was not rejected by a game and has never been refunded. */
const isUnused = ({ reservation_id, refund_reason, refunded }: Payment) =>
  reservation_id === null && !refunded && (refund_reason === null || MAY_STILL_PAY.has(refund_reason));

/** The worker may have recorded these before the owner submitted the hash. */
const MAY_STILL_PAY: ReadonlySet<RefundReason> = new Set(['NO_RESERVATION', 'UNDERPAID']);

function bySize(a: Payment, b: Payment): number {
  if (a.amount !== b.amount) return a.amount < b.amount ? -1 : 1;
  return a.log_index - b.log_index;
}
