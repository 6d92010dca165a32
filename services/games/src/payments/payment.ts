import type { StoredTransfer } from '@touchline/chain-ledger/stored-transfer';
import type { Failure } from '../reservations/reservation.ts';

/** Why a transfer is owed back. NO_RESERVATION: it is not known what it was for. */
export type RefundReason = Failure | 'NO_RESERVATION';

/** A transfer to the treasury, and what was decided about it. */
export interface Payment extends StoredTransfer {
  /** What it pays for. */
  reservation_id: string | null;
  refund_reason: RefundReason | null;
  /** It may have been sent back: its refund was begun at some time, or found on the chain. */
  refunded: boolean;
}
