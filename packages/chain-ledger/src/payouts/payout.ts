import type { PayoutKind, PayoutState } from '@touchline/api/http/admin-money';
import type { StoredTransfer } from '../stored-transfer.ts';

/** An amount that one of our wallets has to pay, with exactly one transfer. */
export interface Payout {
  id: string;
  kind: PayoutKind;
  /** A stable reason code, for example UNDERPAID, GAME_CANCELLED or UNLOCKED. */
  reason: string;
  /** The id of the related game or stake, if known. */
  about: string | null;
  recipient: string;
  /** Wei. */
  amount: bigint;
  state: PayoutState;
  /** Epoch ms. */
  due_at: number;
  begun_at: number | null;
  /** The admin who started it; null when its transfer was found without having been started. */
  begun_by: string | null;
  /** True if it was given up while an earlier transfer for it could still be mined. It cannot be started then. */
  locked: boolean;
  /** The transaction that pays, reported by an admin or found on the chain. */
  tx_hash: string | null;
  sent_at: number | null;
  confirmed_at: number | null;
  /** The state of the paying transfer, null while there is none. FINAL is irreversible. */
  outgoing_state: StoredTransfer['state'] | null;
  /** The incoming transfer that caused the payout; null for a payout without one. */
  paid_with: Pick<StoredTransfer, 'tx_hash' | 'log_index' | 'state'> | null;
}

/** The lock of a payout that was given up (game rule 5.13). */
export interface PayoutLock {
  /** The latest block when it was given up. */
  block: number;
  /** The sender's next nonce then, after its pending transactions; null for a contract. */
  nonce: number | null;
}

/** The result of starting a payout. */
export interface BeginResult {
  payout: Payout;
  /** True if this call started it; false if the same admin had already done so, perhaps on another device. */
  newly_begun: boolean;
}

/** The total to be paid for one incoming transfer and one kind. */
export interface PayoutDue {
  /** Id of the incoming transfer in the ledger. */
  transfer_id: number;
  kind: PayoutKind;
  reason: string;
  about: string | null;
  recipient: string;
  /** Wei; 0 when nothing is to be paid. */
  amount: bigint;
  /** The block of the incoming transfer. A transfer sent before it cannot belong to this payout. For kinds other than REFUND,
   * neither can one from before the payout was due. */
  from_block: number;
}
