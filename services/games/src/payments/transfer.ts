import type { TokenTransfer } from '@touchline/chain-ledger/transfer';
import type { Failure } from '../reservations/reservation.ts';

/** `latest` until the layer below has the block, `orphaned`: a reorganisation removed it. */
export type Finality = 'latest' | 'safe' | 'finalized' | 'orphaned';

/** Why a transfer is owed back. NO_RESERVATION: nobody knows what it was for. */
export type RefundReason = Failure | 'NO_RESERVATION';

/** A transfer to the treasury as stored. */
export interface StoredTransfer extends TokenTransfer {
  id: number;
  finality: Finality;
  /** Epoch ms by our clock. */
  seen_at: number;
  /** What it pays for. */
  reservation_id: string | null;
  refund_reason: RefundReason | null;
}
