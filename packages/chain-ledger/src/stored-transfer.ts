import type { TokenTransfer, TransferSide } from './transfer.ts';

/**
 * SEEN: as many blocks deep as configured. CONFIRMED: only a reorganisation of the layer below can remove its block.
 * FINAL: nothing can. ORPHANED: a reorganisation removed it; it counts again if the transaction is mined again.
 */
export type TransferState = 'SEEN' | 'CONFIRMED' | 'FINAL' | 'ORPHANED';

/** A transfer in the ledger. */
export interface StoredTransfer extends TokenTransfer {
  id: number;
  state: TransferState;
  /** Epoch ms by our clock. */
  seen_at: number;
}

/** One of our wallets. */
export interface Account {
  chainId: number;
  /** Lower case. */
  address: string;
}

/** The transfers that an account receives, or those that it sends: they are kept apart, in tables of their own. */
export interface Book extends Account {
  side: TransferSide;
}
