import type { Hex } from 'viem';

/** One `Transfer` log of the product's token: the only evidence of a payment. */
export interface TokenTransfer {
  tx_hash: Hex;
  log_index: number;
  block_number: number;
  block_hash: Hex;
  /** Epoch ms. */
  block_time: number;
  /** The log's `from`, lower case; never the transaction's sender (smart accounts pay through bundlers). */
  sender: string;
  recipient: string;
  /** Wei. */
  amount: bigint;
}

/** A plain transfer of the token that waits to be mined. */
export type PendingTransfer = Pick<TokenTransfer, 'sender' | 'recipient' | 'amount'>;

/** `missing`: not mined, or mined in a block that is no longer part of the chain. */
export type Transaction =
  | { state: 'missing' }
  | { state: 'reverted' }
  | { state: 'mined'; confirmations: number; transfers: TokenTransfer[] };

export interface Block {
  number: number;
  hash: string;
}

/** Block heights: `safe` can be removed only by a reorganisation of the layer below, `finalized` never. */
export interface Heads {
  latest: number;
  safe: number;
  finalized: number;
}

export type TransferSide = 'recipient' | 'sender';

/** The transfers to or from an address in the blocks `from` to `to`, both included. */
export interface TransferRange {
  from: number;
  to: number;
  side: TransferSide;
  address: string;
}
