import type { Reservation } from '../reservations/reservation.ts';
import type { Payment, RefundReason } from './payment.ts';

/** The clocks of chain and server differ, and block times are whole seconds. */
export const CLOCK_TOLERANCE_MS = 60_000;

export type Choice =
  | { state: 'PAID' | 'UNDERPAID'; payment: Payment }
  | { state: 'TX_ALREADY_USED' | 'TX_NOT_PAYMENT' };

/**
 * Which of one transaction's transfers to the treasury pays for a reservation: from its wallet (the log's sender), not
 * older than it, not used; the smallest that is enough, so that one transaction can pay for two games (game rules 5).
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
  const free = own.filter(isFree).sort(bySize);
  const enough = free.find(({ amount }) => amount >= fee);
  if (enough) return { state: 'PAID', payment: enough };
  const largest = free.at(-1);
  return largest ? { state: 'UNDERPAID', payment: largest } : { state: 'TX_ALREADY_USED' };
}

/** Not used, not owed back because a game could not take it, and never on its way back to the sender. */
const isFree = ({ reservation_id, refund_reason, refunded }: Payment) =>
  reservation_id === null && !refunded && (refund_reason === null || MAY_STILL_PAY.has(refund_reason));

/** Listed by the worker before the owner named the hash. */
const MAY_STILL_PAY: ReadonlySet<RefundReason> = new Set(['NO_RESERVATION', 'UNDERPAID']);

function bySize(a: Payment, b: Payment): number {
  if (a.amount !== b.amount) return a.amount < b.amount ? -1 : 1;
  return a.log_index - b.log_index;
}
