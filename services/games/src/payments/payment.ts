import type { StoredTransfer } from '@touchline/chain-ledger/stored-transfer';
import type { Failure } from '../reservations/reservation.ts';

/** Reason for a refund. NO_RESERVATION: the transfer matches no reservation. */
export type RefundReason = Failure | 'NO_RESERVATION';

/** A transfer to the treasury with the decision about it. */
export interface Payment extends StoredTransfer {
  /** The reservation that it pays for. */
  reservation_id: string | null;
  refund_reason: RefundReason | null;
  /** True when it may have been sent back: a refund was started, or was found on the chain. */
  refunded: boolean;
}
