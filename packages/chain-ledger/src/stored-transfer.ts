import type { TokenTransfer } from './transfer.ts';

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

/** The wallet whose incoming transfers a ledger follows. */
export interface Account {
  chainId: number;
  /** Lower case. */
  address: string;
}
