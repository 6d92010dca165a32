import type { Reservation } from '../reservations/reservation.ts';
import type { RefundReason, StoredTransfer } from './transfer.ts';

/** Clocks of chain and server differ, and a block tells whole seconds. */
export const CLOCK_TOLERANCE_MS = 60_000;

export type Choice =
  | { state: 'PAID' | 'UNDERPAID'; transfer: StoredTransfer }
  | { state: 'TX_ALREADY_USED' | 'TX_NOT_PAYMENT' };

/**
 * Which of one transaction's transfers to the treasury pays for a reservation: from its wallet (the log's sender), not
 * older than it, not used; the smallest that is enough, so that one transaction can pay for two games (game rules 5).
 */
export function choosePayment(
  transfers: readonly StoredTransfer[],
  { wallet_address, fee, not_before }: Pick<Reservation, 'wallet_address' | 'fee' | 'not_before'>,
): Choice {
  const own = transfers.filter(
    ({ sender, finality, block_time }) =>
      sender === wallet_address && finality !== 'orphaned' && block_time >= not_before - CLOCK_TOLERANCE_MS,
  );
  if (own.length === 0) return { state: 'TX_NOT_PAYMENT' };
  const free = own.filter(isFree).sort(bySize);
  const enough = free.find(({ amount }) => amount >= fee);
  if (enough) return { state: 'PAID', transfer: enough };
  const largest = free.at(-1);
  return largest ? { state: 'UNDERPAID', transfer: largest } : { state: 'TX_ALREADY_USED' };
}

/** Not used, and not owed back by a game that had no room for it. */
const isFree = ({ reservation_id, refund_reason }: StoredTransfer) =>
  reservation_id === null && (refund_reason === null || MAY_STILL_PAY.has(refund_reason));

/** Listed by the scanner, before somebody told what the transfer was for. */
const MAY_STILL_PAY: ReadonlySet<RefundReason> = new Set(['NO_RESERVATION', 'UNDERPAID']);

function bySize(a: StoredTransfer, b: StoredTransfer): number {
  if (a.amount !== b.amount) return a.amount < b.amount ? -1 : 1;
  return a.log_index - b.log_index;
}
