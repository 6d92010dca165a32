import type { StoredTransfer } from '../stored-transfer.ts';

/** What is paid: a refund or a prize by games, a stake and its interest by staking. */
export type PayoutKind = 'REFUND' | 'PRIZE' | 'STAKE_RETURN' | 'INTEREST';

/**
 * DUE: nobody is paying it. SENDING: somebody is about to. SENT: a transaction was named, and the chain does not have its
 * transfer (yet, or not any more). CONFIRMED: the chain has exactly this transfer.
 */
export type PayoutState = 'DUE' | 'SENDING' | 'SENT' | 'CONFIRMED';

/** Money that one of our wallets owes: one row for one transfer. */
export interface Payout {
  id: string;
  kind: PayoutKind;
  /** A stable word for why it is owed: UNDERPAID, GAME_CANCELLED, UNLOCKED ... */
  reason: string;
  /** The game or the stake it is about, as far as known. */
  about: string | null;
  recipient: string;
  /** Wei. */
  amount: bigint;
  state: PayoutState;
  /** Epoch ms. */
  due_at: number;
  begun_at: number | null;
  /** The administrator who began it; null for a transfer that nobody announced. */
  begun_by: string | null;
  /** The transaction that pays, named by an administrator or found on the chain. */
  tx_hash: string | null;
  sent_at: number | null;
  confirmed_at: number | null;
  /** The state of the transfer that pays, as far as the chain has it. Once it is FINAL nothing changes any more. */
  outgoing_state: StoredTransfer['state'] | null;
  /** The transfer that it is owed for; null when money is owed for nothing that came in. */
  paid_with: Pick<StoredTransfer, 'tx_hash' | 'log_index' | 'state'> | null;
}

/** A payout that an administrator has begun. */
export interface BeginResult {
  payout: Payout;
  /** This call began it; false when the same administrator had, perhaps on another device. */
  newly_begun: boolean;
}

/** What is owed in all for one transfer that came in, under one kind. */
export interface PayoutDue {
  /** The transfer in the ledger. */
  transfer_id: number;
  kind: PayoutKind;
  reason: string;
  about: string | null;
  recipient: string;
  /** Wei; 0 when nothing is owed (any more). */
  amount: bigint;
  /** The block of the transfer that came in: what was sent before it is for something else. */
  from_block: number;
}
