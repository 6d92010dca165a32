import type { TokenTransfer, TransferSide } from './transfer.ts';

/**
 * - SEEN: as deep as configured
 * - CONFIRMED: only a reorganisation of the underlying L1 chain can remove its block
 * - FINAL: irreversible
 * - ORPHANED: removed by a reorganisation; counts again if the transaction is mined again
 */
export type TransferState = 'SEEN' | 'CONFIRMED' | 'FINAL' | 'ORPHANED';

/** A transfer in the ledger. */
export interface StoredTransfer extends TokenTransfer {
  id: number;
  state: TransferState;
  /** Epoch ms on our clock. */
  seen_at: number;
}

/** One of our wallets. */
export interface Account {
  chainId: number;
  /** Lower case. */
  address: string;
}

/** The transfers that an account receives, or the transfers that it sends. Each side has its own table. */
export interface Book extends Account {
  side: TransferSide;
}
